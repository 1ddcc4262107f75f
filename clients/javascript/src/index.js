// Tests of how a client handles errors, against Mishap, the mock gateway that fails on cue.
//
// `mishap/node`, `mishap/vitest` and `mishap/jest` give each test a session; this is what they are made of.

export { GatewayDied, MishapError, ScenarioError, VerdictFailed } from './errors.js'
export { Gateway } from './gateway.js'
export { Mishap } from './mishap.js'
export { MishapRequest } from './request.js'
export { Rule } from './rule.js'
export { version } from './version.js'
