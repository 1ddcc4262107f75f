// How values of JavaScript are written in scenarios.

import { MishapError } from './errors.js'

/** A text such as "250ms", or milliseconds. */
export const duration = (value) => (typeof value === 'number' ? `${value}ms` : value)

/** A time of which the gateway takes at most a minute. It is told at the end of a test, and has to be right before. */
export function settling(value) {
  const text = duration(value)
  const [, number, unit] = /^([0-9]+)(ms|s)$/.exec(text) ?? []
  if (number === undefined || Number(number) > (unit === 'ms' ? 60_000 : 60)) {
    throw new MishapError(`settle is a time such as "300ms", at most "60s", and not ${typeof value === 'number' ? value : JSON.stringify(value)}`)
  }
  return text
}

/** A value as it is now, in JSON. One that is not to be had in JSON fails. */
export const copy = (value) => JSON.parse(JSON.stringify(value))

/** As much of a text as has so many bytes of UTF-8. */
export function cut(text, bytes) {
  const content = Buffer.from(text)
  if (content.length <= bytes) return text
  return content.subarray(0, bytes).toString().replace(/\uFFFD$/, '')
}
