// A stand-in for the package testcontainers, with what the module uses. It starts nothing: the gateway runs.
class GenericContainer {
  #image;
  #files = [];

  constructor(image) {
    this.#image = image;
  }

  withExposedPorts() {
    return this;
  }

  withWaitStrategy() {
    return this;
  }

  withStartupTimeout() {
    return this;
  }

  withCopyFilesToContainer(files) {
    this.#files.push(...files);
    return this;
  }

  async start() {
    console.log(`started ${this.#image}`);
    for (const { target, mode } of this.#files) console.log(`copied ${target} ${mode.toString(8)}`);
    return new Started();
  }
}

class Started {
  getHost() {
    return process.env.STUB_HOST;
  }

  getMappedPort() {
    return Number(process.env.STUB_MAPPED);
  }

  getNetworkNames() {
    return ["bridge"];
  }

  getIpAddress() {
    return process.env.STUB_OWN;
  }

  async stop() {
    console.log("stopped");
  }
}

class AbstractStartedContainer {
  constructor(started) {
    this.started = started;
  }

  async stop() {
    await this.started.stop();
  }
}

exports.GenericContainer = GenericContainer;
exports.AbstractStartedContainer = AbstractStartedContainer;
exports.Wait = { forHttp: () => ({}) };
