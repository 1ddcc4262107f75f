import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The built gateway. */
export const binary = process.env.MISHAP_BIN
if (!binary) throw new Error('MISHAP_BIN has to name a built gateway')

export const fixture = (name) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

/** Starts `node` with an environment of its own, in which no test runner is seen to run. */
export function start(args, { env = {}, ...options } = {}) {
  const { NODE_TEST_CONTEXT, MISHAP_CONTROL_URL, MISHAP_TOKEN, MISHAP_SCENARIOS, ...inherited } = process.env
  return spawn(process.execPath, args, { stdio: 'pipe', env: { ...inherited, ...env }, ...options })
}

/** What `node` prints, and its exit code. */
export async function run(args, options) {
  const child = start(args, options)
  const parts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (part) => (parts[name] += part))
  const [code] = await once(child, 'close')
  return { code, ...parts }
}

/** Whether a process runs. One that has ended, and that nobody has asked about, does not. */
export function isAlive(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

/** Waits until something holds. */
export async function until(holds, milliseconds = 60_000) {
  const end = Date.now() + milliseconds
  while (Date.now() < end) {
    if (await holds()) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}

/** A gateway that is ours by hand: `{ child, url }`. It ends with the test. */
export async function startGateway(t, args = []) {
  const child = spawn(binary, ['serve', ...args, '--port', '0', '--quiet', '--until-stdin-closes'], { stdio: 'pipe' })
  t.after(() => child.kill())
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part))
  if (!(await until(() => text.includes('\n')))) throw new Error(`the gateway has not started: ${text}`)
  return { child, url: `${text.split('\n')[0].split(' ').at(-1)}/__mishap` }
}
