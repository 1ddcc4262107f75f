// Reads JSON that is still being written, and tells by the JSON Schema what may stand at a place, and what it means.
{
  const literals = { true: true, false: false, null: null }

  // A tree of the text, as far as it is JSON: each node has `type`, `start`, `end`; an object `members`, a list `items`.
  const parse = text => {
    let at = 0
    let lists = 0
    const space = () => { while (at < text.length && ' \t\r\n\uFEFF'.includes(text[at])) at++ }
    const string = () => {
      const start = at++
      while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1
      at = Math.min(at, text.length)
      const whole = text[at] === '"'
      let value = text.slice(start + 1, at)
      if (whole) at++
      try { value = JSON.parse(text.slice(start, at)) } catch { /* as it is written */ }
      return { type: 'string', start, end: at, value }
    }
    const word = () => {
      const start = at++
      while (at < text.length && !' \t\r\n,:{}[]"'.includes(text[at])) at++
      const name = text.slice(start, at)
      return { type: 'word', start, end: at, value: name in literals ? literals[name] : Number(name) }
    }
    const list = () => {
      const node = { type: 'array', start: at++, items: [] }
      lists++
      for (space(); at < text.length && text[at] !== '}'; space()) {
        if (text[at] === ']') { at++; node.closed = true; break }
        if (',:'.includes(text[at])) at++
        else node.items.push(value())
      }
      lists--
      node.end = at
      return node
    }
    const object = () => {
      const node = { type: 'object', start: at++, members: [] }
      for (space(); at < text.length; space()) {
        if (text[at] === '}') { at++; node.closed = true; break }
        if (text[at] === ']' && lists) break
        if (',:]'.includes(text[at])) { at++; continue }
        const member = { key: text[at] === '"' ? string() : word(), colon: -1, value: null }
        space()
        if (text[at] === ':') {
          member.colon = at++
          space()
          if (at < text.length && !',}]'.includes(text[at])) member.value = value()
        }
        member.end = at
        node.members.push(member)
      }
      node.end = at
      return node
    }
    const value = () => text[at] === '{' ? object() : text[at] === '[' ? list() : text[at] === '"' ? string() : word()
    space()
    return at < text.length ? value() : { type: 'none', start: at, end: at }
  }

  const plain = node => {
    if (node?.type === 'array') return node.items.map(plain)
    if (node?.type !== 'object') return node?.value
    return Object.assign(Object.create(null), ...node.members.map(({ key, value }) => ({ [key.value]: plain(value) })))
  }

  // The same text with usual spaces: short things on one line, the rest indented. Order and spelling stay.
  const format = text => {
    const parts = node => node?.type === 'object' ? node.members.map(({ value }) => value) : node?.type === 'array' ? node.items : []
    const height = node => parts(node).reduce((most, one) => Math.max(most, 1 + height(one)), 0)
    const slice = node => text.slice(node.start, node.end)
    const print = (node, indent, room) => {
      const object = node.type === 'object'
      if (!parts(node).length) return object ? '{}' : node.type === 'array' ? '[]' : slice(node)
      const put = (inner, left) => parts(node).map((one, i) => {
        const key = object ? slice(node.members[i].key) + ': ' : ''
        return key + print(one, inner, left - key.length)
      })
      if (room === Infinity || (indent && height(node) < 4)) {
        const line = put('', Infinity).join(', ')
        if (line.length + 5 <= room) return object ? `{ ${line} }` : `[${line}]`
      }
      const inner = indent + '  '
      const [open, close] = object ? '{}' : '[]'
      return `${open}\n${inner}${put(inner, 100 - inner.length).join(',\n' + inner)}\n${indent}${close}`
    }
    return print(parse(text), '', 100) + '\n'
  }

  let root = null
  let loading = null
  const load = () => (loading ??= page.call('GET', 'schema', undefined, { accept: 'application/schema+json, application/json' })
    .then(answer => { root = answer.json ?? JSON.parse(answer.text) })
    .catch(error => { loading = null; throw error }))

  const referred = schema => schema.$ref && root.$defs[schema.$ref.slice(8)]
  const typeOf = value => value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const isType = (type, value) => [type].flat().some(one => one === typeOf(value) || (one === 'integer' && Number.isInteger(value)))

  // Whether a condition (`if`) of the schema holds: it has no other keywords.
  const holds = (schema, value) => {
    if (typeof schema === 'boolean') return schema
    const object = typeOf(value) === 'object' ? value : {}
    return !((schema.type && !isType(schema.type, value)) ||
      ('const' in schema && schema.const !== value) ||
      (schema.enum && !schema.enum.includes(value)) ||
      (schema.pattern && typeof value === 'string' && !new RegExp(schema.pattern, 'u').test(value)) ||
      (Array.isArray(value) && value.length > schema.maxItems) ||
      schema.required?.some(name => !(name in object)) ||
      Object.entries(schema.properties ?? {}).some(([name, one]) => name in object && !holds(one, object[name])) ||
      (schema.not && holds(schema.not, value)) ||
      schema.allOf?.some(one => !holds(one, value)) ||
      (schema.anyOf && !schema.anyOf.some(one => holds(one, value))))
  }

  // All schemas that say something about a value; undefined is one that is still to be written.
  const applying = (schema, value, found = []) => {
    if (schema === undefined || schema === true) return found
    found.push(schema)
    applying(referred(schema), value, found)
    for (const one of schema.allOf ?? []) applying(one, value, found)
    for (const one of [...schema.anyOf ?? [], ...schema.oneOf ?? []]) {
      const type = one.type ?? referred(one)?.type
      if (value === undefined || !type || isType(type, value)) applying(one, value, found)
    }
    if (schema.if) applying(holds(schema.if, value) ? schema.then : schema.else, value, found)
    for (const name in schema.dependentSchemas) {
      if (typeOf(value) === 'object' && name in value) applying(schema.dependentSchemas[name], value, found)
    }
    return found
  }

  const ofMember = (schemas, name, value) => schemas.flatMap(schema =>
    applying(schema.properties?.[name] ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined), value))
  const ofItem = (schemas, index, value) => schemas.flatMap(schema => applying(schema.prefixItems?.[index] ?? schema.items, value))

  const first = (schemas, name) => schemas.find(one => one[name] !== undefined)?.[name]
  const types = schemas => [...new Set(schemas.flatMap(one => one.type ?? []))]
  const words = schemas => [...new Map(schemas.flatMap(one => 'const' in one ? [one.const] : one.enum ?? [])
    .map(one => [JSON.stringify(one), one])).values()]
  const stubs = { object: '{ | }', array: '[|]', string: '"|"' }

  // What a value begins as; `|` is where the caret goes.
  const stub = schemas => {
    const some = words(schemas)
    if (some.length === 1 && some[0] === true) return 'true'
    return some.some(one => typeof one === 'string') ? stubs.string : stubs[types(schemas)[0]] ?? '|'
  }

  const explained = (path, schemas) => {
    const some = words(schemas).map(one => JSON.stringify(one))
    const [low, high] = [first(schemas, 'minimum'), first(schemas, 'maximum')]
    const range = Math.abs(low) < 1e15 ? ` from ${low}` + (high === undefined ? '' : ` to ${high}`) : ''
    const kinds = { array: 'a list', string: some.length ? '' : 'text', integer: 'a whole number' + range }
    const listed = some.length > 6 ? some.slice(0, 5).join(', ') + ` and ${some.length - 5} more` : some.join(', ')
    const standard = first(schemas, 'default')
    return {
      path,
      text: first(schemas, 'description') ?? '',
      takes: [listed, ...types(schemas).map(type => kinds[type] ?? type)].filter(Boolean).join(', or '),
      standard: standard === undefined ? '' : JSON.stringify(standard)
    }
  }

  const ranked = (options, typed) => {
    const place = ({ label }) => label.toLowerCase().indexOf(typed.toLowerCase())
    return options.filter(option => place(option) >= 0).sort((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1))
  }

  const keys = (schemas, there, typed, colon, followed) => {
    const refused = name => there.has(name) || schemas.some(schema => schema.properties?.[name] === false)
    const names = new Set(schemas.flatMap(schema => [...Object.keys(schema.properties ?? {}), ...schema.propertyNames?.enum ?? []]))
    return ranked([...names].filter(name => !refused(name)).map(name => {
      const inner = ofMember(schemas, name, undefined)
      const begun = colon ? '' : `: ${stub(inner)}${followed ? ', ' : ''}`
      return { label: name, note: first(inner, 'description') ?? '', insert: JSON.stringify(name) + begun, again: begun.includes('|') }
    }), typed)
  }

  const values = (schemas, typed) => {
    const standard = first(schemas, 'default')
    const some = [...words(schemas), ...types(schemas).includes('boolean') ? [true, false] : []]
    const options = some.map(value => ({
      label: String(value), note: value === standard ? 'default' : page.schema.meaning?.(value) ?? '', insert: JSON.stringify(value)
    }))
    for (const [type, name] of [['object', 'object'], ['array', 'list'], ['string', 'text']]) {
      if (typed || !types(schemas).includes(type) || (type === 'string' && some.length)) continue
      options.push({ label: stubs[type].replace('|', ''), note: name, insert: stubs[type], again: true })
    }
    return ranked(options, typed)
  }

  // What may stand at an offset of the text, and what is there: { from, to, options, about }.
  const at = (text, offset) => {
    let node = parse(text)
    let path = ''
    let schemas = applying(root, plain(node))
    let open = schemas
    const typed = start => text.slice(start, offset).replace(/^"/, '')
    const rest = end => /^[^"\n]*"$/.test(text.slice(offset, end)) ? end : offset  // A string is replaced as a whole.
    const inside = one => offset > one.start && (offset < one.end || !one.closed)
    const result = (from, to, options, about) => ({ from, to, options, about: explained(path, about) })
    const enter = (name, value, child) => {
      path += '/' + name
      open = child(schemas, name, undefined)
      schemas = child(schemas, name, plain(value))
      node = value
    }
    while ((node.type === 'object' || node.type === 'array') && inside(node)) {
      if (node.type === 'array') {
        const item = node.items.find(one => offset >= one.start && offset <= one.end)
        enter(item ? node.items.indexOf(item) : node.items.filter(one => one.end < offset).length, item, ofItem)
        if (!item) return result(offset, offset, values(open, ''), open)
        continue
      }
      const has = node.members.find(({ key, colon, end, value }) =>
        offset >= key.start && offset <= (value ? value.end : colon >= 0 ? Math.max(end, colon + 1) : key.end))
      if (has?.value && offset >= has.value.start) { enter(has.key.value, has.value, ofMember); continue }
      if (has?.colon >= 0 && offset > has.colon) {
        enter(has.key.value, null, ofMember)
        return result(offset, offset, values(open, ''), open)
      }
      const there = new Set(node.members.filter(member => member !== has).map(({ key }) => key.value))
      const from = has ? has.key.start : offset
      const to = has ? rest(has.key.end) : offset
      const options = keys(schemas, there, typed(from), has?.colon >= 0, /^\s*"/.test(text.slice(to)))
      if (has) enter(has.key.value, has.value, ofMember)
      return result(from, to, options, schemas)
    }
    if (node.type === 'object' || node.type === 'array') return result(offset, offset, [], schemas)
    return result(node.start, node.type === 'string' ? rest(node.end) : node.end, values(open, typed(node.start)), open)
  }

  page.schema = { parse, format, load, at: (text, offset) => root && at(text, offset), meaning: null }
}
