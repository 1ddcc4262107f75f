import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ScenarioError } from './errors.js'

/**
 * Makes a call with a scenario: the name of one of the gateway, the path of a file, or a scenario as in a file.
 *
 * Of a file the text is sent, so that errors have their lines.
 */
export async function withScenario(gateway, scenario, members, call) {
  const file = fileOf(scenario)
  const text = file === undefined ? JSON.stringify(scenario ?? NONE) : await textOf(gateway, file)
  const more = JSON.stringify(members).slice(1, -1)
  try {
    return await call(`{"scenario": ${text}${more && ', '}${more}}`)
  } catch (error) {
    if (file === undefined || !(error instanceof ScenarioError)) throw error
    throw new ScenarioError(error.message.replace(/^scenario:/gm, `${file}:`), error.diagnostics)
  }
}

/** The rules come by calls. */
const NONE = { rules: [] }

function fileOf(scenario) {
  if (scenario instanceof URL) return fileURLToPath(scenario)
  return typeof scenario === 'string' && scenario.endsWith('.json') ? scenario : undefined
}

async function textOf(gateway, file) {
  let text
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new ScenarioError(`${file}: ${error.message.split(',')[0]}`)
  }
  try {
    JSON.parse(text)
  } catch (error) {
    // The gateway knows where.
    const { diagnostics } = await gateway.call('POST', 'check', text)
    const lines = diagnostics.map(({ line, column, message }) => `${file}:${line}:${column}: error: ${message}`)
    throw new ScenarioError(lines.join('\n') || `${file}: error: ${error.message}`, diagnostics)
  }
  return text
}
