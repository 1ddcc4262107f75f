// Writes the types of scenarios, src/scenario.d.ts, from their JSON Schema: `node scripts/types.mjs [FILE]`.
//
// A type has the members of the schema, with their descriptions. Which members exclude or need each other (`allOf`, `if`,
// `dependentSchemas`), patterns and ranges are not in it: the gateway tells about those. The parameters of a failure are
// `unknown`. What only a system has is a member too, and its comment names the system.

import { readFile, writeFile } from 'node:fs/promises'

const folder = new URL('..', import.meta.url)
const schema = JSON.parse(await readFile(new URL('../../scenarios/scenario.schema.json', folder), 'utf8'))
const definitions = schema.$defs

/** What scenarios have wherever no system changes it. */
const rootMembers = {
  ...schema.properties,
  rules: { ...schema.properties.rules, type: 'array', items: { $ref: '#/$defs/rule' } },
  otherwise: { ...schema.properties.otherwise, $ref: '#/$defs/onlyStep' },
  keepAlive: { ...schema.properties.keepAlive, $ref: '#/$defs/keepAlive' },
  expect: { ...schema.properties.expect, type: 'array', items: { $ref: '#/$defs/expectation' } },
  connections: { ...schema.properties.connections, type: 'array', items: { $ref: '#/$defs/connection' } },
}
const systems = schema.properties.system.enum

const written = new Map()
const wanted = []

function typeName(reference) {
  const name = reference.replace('#/$defs/', '').replace(new RegExp(`^(${systems.join('|')})\\.`), '')
  if (!written.has(name)) {
    written.set(name, '')
    wanted.push(name)
  }
  return name[0].toUpperCase() + name.slice(1)
}

/** A definition with what systems add to it. */
function definition(name) {
  const own = definitions[name]
  const properties = { ...own.properties }
  for (const system of systems) {
    for (const [member, value] of Object.entries(definitions[`${system}.${name}`]?.properties ?? {})) {
      if (own.properties[member] === undefined) {
        const known = properties[member]
        const description = `Of ${system}: ${value.description}`
        properties[member] = known
          ? { ...known, description: `${known.description}\n${description}` }
          : { ...value, description }
      }
    }
  }
  return own.properties ? { ...own, properties } : own
}

const literal = (value) => (typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value))
const union = (types) => [...new Set(types)].join(' | ')
const listOf = (type) => (/[ {]/.test(type) ? `Array<${type}>` : `${type}[]`)

function typeOf(value, indent) {
  if (value.$ref) return typeName(value.$ref)
  if (value.enum) return union(value.enum.map(literal))
  if ('const' in value) return literal(value.const)
  if (value.anyOf && !value.properties) return union(value.anyOf.map((one) => typeOf(one, indent)))
  if (value.type === undefined) return 'unknown'
  return union([value.type].flat().map((type) => typeOfKind(type, value, indent)))
}

function typeOfKind(type, value, indent) {
  if (type === 'integer') return 'number'
  if (type === 'array') return listOf(value.prefixItems ? 'unknown' : value.items ? typeOf(value.items, indent) : 'unknown')
  if (type !== 'object') return type
  if (value.properties) return members(value, indent)
  const values = value.additionalProperties ?? Object.values(value.patternProperties ?? {})[0]
  return `Record<string, ${values && typeof values === 'object' ? typeOf(values, indent) : 'unknown'}>`
}

function members({ properties, required = [] }, indent) {
  const inner = `${indent}  `
  const lines = Object.entries(properties).filter(([, value]) => value !== false).map(([name, value]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
    return comment(value, inner) + `${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(value, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function comment({ description, default: preset }, indent) {
  if (!description) return ''
  const lines = (preset === undefined ? description : `${description} By default ${JSON.stringify(preset)}.`).split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0].replaceAll('*/', '*\\/')} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}\n`).join('')}${indent} */\n`
}

function declaration(name, value) {
  const title = name[0].toUpperCase() + name.slice(1)
  if (value.enum?.length > 10) return `export type ${title} =\n${alternatives(value.enum)}`
  const type = typeOf(value, '')
  return type.startsWith('{') && type.endsWith('}') && value.type === 'object' && value.properties
    ? `export interface ${title} ${type}\n`
    : `export type ${title} = ${type}\n`
}

function failures(value) {
  const names = alternatives(value.anyOf.flatMap((one) => one.enum ?? []))
  return `export type Failure = FailureName | number | (string & {})

/** Names of the catalogue that editors offer; there are further ones, such as those of systems. */
export type FailureName =
${names}`
}

const alternatives = (names) => names.map((name) => `  | ${literal(name)}\n`).join('')

let text = `// Types of scenarios, as their JSON Schema has them. Written by scripts/types.mjs: not to be edited.

/** ${schema.description} */
`
text += declaration('scenario', { type: 'object', properties: rootMembers })
for (const name of wanted) {
  text += `\n${name === 'failure' ? failures(definitions.failure) : declaration(name, definition(name))}`
}
await writeFile(process.argv[2] ?? new URL('src/scenario.d.ts', folder), text)
