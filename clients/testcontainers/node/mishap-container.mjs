/**
 * Mishap, the mock gateway that fails on cue, in a container of Testcontainers for Node.js.
 *
 * Copy this file beside your tests. Written for `testcontainers` 10.7 to 12, and Node.js 20 or later. Its tests run it with a
 * stand-in of that library; with the library itself it has not been run.
 *
 *     const mishap = await new MishapContainer().withScenarios("scenarios").start();
 *     const session = await mishap.session("pay is tried again", "pay");
 *     await new Shop(session.url).pay(30);
 *     await session.end(); // throws the verdict, unless the client did what the scenario expects
 */
import { readdirSync, statSync } from "node:fs";
import { lookup } from "node:dns/promises";
import { connect, isIPv6 } from "node:net";
import { basename, join, resolve, sep } from "node:path";
import { AbstractStartedContainer, GenericContainer, Wait } from "testcontainers";

/** The image that is started if no other is named. */
export const IMAGE = "mishap:0.2.0";

const PORT = 8080;
const CALL = 30_000;
// For bytes and ends that are sent at once, from a machine that may be busy.
const PATIENCE = 3_000;

/** The gateway has not started, or refuses a call. */
export class MishapError extends Error {
  name = "MishapError";
}

/** The client did not do what the session's scenario expects; the message has the verdict and the journal. */
export class VerdictFailed extends Error {
  name = "VerdictFailed";
}

/** A gateway in a container. Its port 8080 is exposed, and it has started once its health is 200. */
export class MishapContainer extends GenericContainer {
  #requireResets = false;

  /** @param {string} image */
  constructor(image = IMAGE) {
    super(image);
    this.withExposedPorts(PORT)
      .withWaitStrategy(Wait.forHttp("/__mishap/health", PORT, { abortOnContainerExit: true }))
      .withStartupTimeout(30_000);
  }

  /**
   * Copies a scenario file, or all files of a folder, to `/scenarios`; `pay.json` is the scenario `pay`.
   *
   * They come beside those of the image, or in the place of one. They are copied and not mounted, since the engine may be on
   * another machine, which does not have them. Throws if there is no such file or folder.
   * @param {string} path
   */
  withScenarios(path) {
    const source = resolve(path);
    const kind = statSync(source, { throwIfNoEntry: false });
    if (kind === undefined) throw new Error(`there is no scenario file or folder '${path}'`);
    const files = kind.isDirectory()
      ? readdirSync(source, { recursive: true })
          .map((name) => ({ source: join(source, String(name)), name: String(name).split(sep).join("/") }))
          .filter((file) => statSync(file.source, { throwIfNoEntry: false })?.isFile())
      : [{ source, name: basename(source) }];
    // Not with the mode that they have here: the gateway runs as another user.
    return this.withCopyFilesToContainer(
      files.map(({ source, name }) => ({ source, target: `/scenarios/${name}`, mode: 0o644 })),
    );
  }

  /** Makes an error of a way from here to the gateway that changes failures; otherwise it is a warning of the process. */
  withRequiredResets() {
    this.#requireResets = true;
    return this;
  }

  /** @returns {Promise<StartedMishapContainer>} */
  async start() {
    const started = await super.start();
    try {
      return await StartedMishapContainer.find(started, this.#requireResets);
    } catch (error) {
      await started.stop();
      throw error;
    }
  }
}

/** A gateway that runs. */
export class StartedMishapContainer extends AbstractStartedContainer {
  /** The address for clients that use no session, such as `http://172.17.0.2:8080`. */
  url;
  /** The address of the control API. */
  controlUrl;

  /**
   * @param {import("testcontainers").StartedTestContainer} started
   * @param {Address} address
   */
  constructor(started, address) {
    super(started);
    this.url = `http://${authority(address)}`;
    this.controlUrl = `${this.url}/__mishap`;
  }

  /**
   * @param {import("testcontainers").StartedTestContainer} started
   * @param {boolean} requireResets
   */
  static async find(started, requireResets) {
    const name = started.getHost();
    // The control API refuses names with a dot that it does not know, and no addresses.
    const host = name.includes(".") ? (await lookup(name)).address : name;
    const mapped = { host, port: started.getMappedPort(PORT) };
    const own = await ownAddress(started, mapped);
    const container = new StartedMishapContainer(started, own ?? mapped);
    const changes = await changed(own ?? mapped);
    if (changes.length > 0) {
      const message =
        `Failures do not arrive as Mishap sends them, by ${container.url}, ` +
        `${own ? "the container's own address" : "the mapped port"}: ${changes.join("; ")}. ` +
        "Tests of them would pass with clients that fail in production. See docs/containers.md of Mishap: " +
        "the container's own address, or both containers in one network.";
      if (requireResets) throw new MishapError(message);
      process.emitWarning(message, "MishapWarning");
    }
    return container;
  }

  /** The certificate that clients which speak TLS have to trust. */
  async caPem() {
    return (await this.call("GET", "ca.pem")).text;
  }

  /**
   * Opens a session: `POST sessions` of the control API. A `MishapError` says what is wrong with it.
   * @param {string} label
   * @param {string | object} [scenario] a name, or a scenario as in a file
   * @param {object} [members] further ones of the call: `seed`, `expect`, `ttl`, …
   */
  async session(label, scenario, members = {}) {
    const { text } = await this.call("POST", "sessions", { label, scenario, ...members });
    return new Session(this, JSON.parse(text));
  }

  /**
   * A call of the control API by its path below `/__mishap/`: the status, which may be 412, and the body.
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async call(method, path, body) {
    const answer = await fetch(`${this.controlUrl}/${path}`, {
      method,
      headers: { Accept: "text/plain, application/json;q=0.9", "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(CALL),
    });
    const text = await answer.text();
    if (answer.status >= 400 && answer.status !== 412) {
      throw new MishapError(problem(text) ?? `${method} ${path} is refused with ${answer.status}: ${text}`);
    }
    return { status: answer.status, text };
  }
}

/**
 * What the gateway says is wrong with a call. Nothing if the answer is another's, as of a proxy.
 * @param {string} text
 * @returns {string | undefined}
 */
function problem(text) {
  try {
    const { text: whole, detail } = JSON.parse(text);
    return whole ?? detail;
  } catch {
    return undefined;
  }
}

/** A session of the gateway, for one test. */
export class Session {
  #gateway;

  /**
   * @param {StartedMishapContainer} gateway
   * @param {{ id: string, url: string, httpsUrl?: string }} made
   */
  constructor(gateway, made) {
    this.#gateway = gateway;
    this.id = made.id;
    /** Where the client under test sends its requests. */
    this.url = made.url;
    /** The same in TLS. */
    this.httpsUrl = made.httpsUrl;
  }

  /** Ends the session, and returns the text of its verdict; throws a `VerdictFailed` if something is not as expected. */
  async end() {
    const { status, text } = await this.#gateway.call("DELETE", `sessions/${this.id}?journal=1&assert=1`);
    if (status === 412) throw new VerdictFailed(text);
    return text;
  }

  async [Symbol.asyncDispose]() {
    await this.end();
  }
}

/** @typedef {{ host: string, port: number }} Address */

/** @param {Address} address */
const authority = ({ host, port }) => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

/**
 * The container's own address if it leads to this gateway from here, as it does on Linux beside the engine.
 *
 * Another container may have that address here if the engine is elsewhere, so that the certificate of the gateway's authority has
 * to be the same by both ways; each gateway has its own.
 * @param {import("testcontainers").StartedTestContainer} started
 * @param {Address} mapped
 */
async function ownAddress(started, mapped) {
  const ca = body(await exchange(mapped, "ca.pem", 2000));
  for (const network of started.getNetworkNames()) {
    const address = { host: started.getIpAddress(network), port: PORT };
    if (address.host && ca && body(await exchange(address, "ca.pem", 2000)) === ca) return address;
  }
  return undefined;
}

/**
 * What of three failures, asked by a raw socket, arrives here otherwise than it is sent.
 * @param {Address} address
 */
async function changed(address) {
  const changes = [];
  for (const failure of ["tcp/reset", "tcp/reset-mid-body"]) {
    const { end } = await exchange(address, `fail/${failure}/any`, PATIENCE);
    if (end !== "RST") changes.push(`${failure} ends with ${end} in place of RST`);
  }
  const failure = "http/malformed-status-line";
  const { seen } = await exchange(address, `fail/${failure}/any`, PATIENCE);
  if (!seen.startsWith("BLAH BLAH\r\n")) changes.push(`${failure} begins with '${seen.split("\r\n")[0]}'`);
  return changes;
}

/**
 * The body of an answer that has the status 200; otherwise nothing.
 * @param {{ seen: string }} answer
 */
const body = ({ seen }) => (seen.startsWith("HTTP/1.1 200 ") ? seen.slice(seen.indexOf("\r\n\r\n") + 4) : "");

/**
 * The bytes that answer a request, and what ends them: `RST`, `FIN`, or `nothing` within so many milliseconds.
 * @param {Address} address
 * @param {string} path
 * @param {number} milliseconds
 * @returns {Promise<{ seen: string, end: string }>}
 */
function exchange(address, path, milliseconds) {
  return new Promise((done) => {
    let seen = "";
    let isAtEnd = false;
    const socket = connect({ ...address, allowHalfOpen: true }).setEncoding("latin1");
    /** @param {string} end */
    const ended = (end) => {
      clearTimeout(timer);
      socket.destroy();
      done({ seen, end });
    };
    const timer = setTimeout(ended, milliseconds, "nothing");
    socket.on("data", (part) => (seen += part));
    // An RST that came together with bytes, as to a process that was busy, is an end to Node.js; a write of nothing fails then.
    socket.on("end", () => {
      isAtEnd = true;
      socket.write("", (error) => ended(error ? "RST" : "FIN"));
    });
    socket.on("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      ended(isAtEnd || error.code === "ECONNRESET" ? "RST" : "nothing"),
    );
    // By this agent it is in no report of the gateway.
    socket.write(
      `GET /__mishap/${path} HTTP/1.1\r\nHost: ${authority(address)}\r\nUser-Agent: mishap-doctor\r\nConnection: close\r\n\r\n`,
    );
  });
}
