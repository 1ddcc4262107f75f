// Made by page.py of what is in Files.
// swift-format-ignore-file

enum PageText {
    static let scriptHash: StaticString = "'sha256-9opKFsEN3WuGuLTfXtPP57u7x5GdsXCHBqBW8SPlEJk='"
    static let styleHash: StaticString = "'sha256-Hl1q/YTUCMOp7gm9gCRkIQD6vdRZtDPvBWK7rsmFOt8='"

    static let html: StaticString = ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Mishap</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%23b8323a'/%3E%3Cpath d='M2.5 8.5h3l1.5-4 2 8 1.5-4h.5m2 0h.5' fill='none' stroke='%23fff' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E">
<style>
:root {
color-scheme: light dark;
--ground: #f6f6f4; --panel: #fff; --text: #1c1f24; --faint: #646a73; --line: #e0e1de; --code: #f1f1ee; --select: #e6eefc; --hover: #f1f2ef;
--accent: #2157c4; --good: #177245; --warn: #8a5a00; --bad: #bd2130; --info: #0a6a88; --gone: #7a3fa0; --onaccent: #fff;
--mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
--high: 26px;
}
@media (prefers-color-scheme: dark) {
:root {
--ground: #121418; --panel: #181b20; --text: #e3e5e9; --faint: #979da7; --line: #2a2e35; --code: #1f2329; --select: #22304d; --hover: #1e2228;
--accent: #82aaff; --good: #5fc992; --warn: #e2ae4a; --bad: #ff8080; --info: #5fc4e0; --gone: #cf9bf0; --onaccent: #0c1220;
}
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; overflow: hidden; background: var(--ground); color: var(--text); font: 13px/1.45 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; font-variant-numeric: tabular-nums; }
h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; }
h2 { font-size: 15px; font-weight: 600; }
h3 { font-size: 12px; font-weight: 600; color: var(--faint); }
code, kbd, pre, .mono, .choice .name { font-family: var(--mono); font-size: 12px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--code); border-radius: 5px; padding: 8px 10px; }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; background: var(--code); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: 3px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.number { white-space: nowrap; }
.faint, .note { color: var(--faint); }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
.button, select, input, textarea { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 5px; padding: 3px 7px; min-width: 0; }
.button { padding: 3px 10px; cursor: pointer; white-space: nowrap; }
.button:hover:not(:disabled) { border-color: var(--faint); }
.button:disabled { opacity: .5; cursor: default; }
.button[aria-pressed=true] { background: var(--select); border-color: var(--accent); color: var(--accent); }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--onaccent); }
.button.danger { color: var(--bad); border-color: var(--bad); }
.button.quiet { background: none; border-color: transparent; color: var(--faint); }
.button.quiet:hover { color: var(--text); border-color: var(--line); }
input::placeholder, textarea::placeholder { color: var(--faint); }
.field { display: flex; flex-direction: column; gap: 2px; font-size: 11px; color: var(--faint); }
.field > * { font-size: 13px; color: var(--text); }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
.row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.tag { padding: 0 6px; border-radius: 4px; background: var(--code); font-size: 11px; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 500; color: var(--faint); font-size: 11px; }
th, td { padding: 3px 10px 3px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding: 0 14px; min-height: 44px; background: var(--panel); border-bottom: 1px solid var(--line); }
.top h1 { display: flex; align-items: center; gap: 7px; font-size: 14px; }
.top svg { width: 20px; }
.top rect { fill: #b8323a; }
.top path { fill: none; stroke: #fff; stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }
#tabs { display: flex; gap: 2px; overflow-x: auto; scrollbar-width: none; }
#tabs > * { border: 0; border-bottom: 2px solid transparent; background: none; padding: 12px 9px 10px; color: var(--faint); font: inherit; cursor: pointer; white-space: nowrap; }
#tabs > :hover { color: var(--text); }
#tabs [aria-selected=true] { color: var(--text); border-color: var(--accent); }
#tabs :focus-visible { outline-offset: -3px; }
.state { display: flex; align-items: center; gap: 12px; margin-left: auto; }
.pick, #counted { color: var(--faint); }
.pick input { width: 190px; margin-left: 3px; color: var(--text); }
#connection { display: flex; align-items: center; gap: 6px; white-space: nowrap; }
#connection::before { content: ''; width: 8px; height: 8px; background: var(--info); }
#connection[data-state=live]::before { background: var(--good); border-radius: 50%; }
#connection[data-state=gone] { color: var(--bad); }
#connection[data-state=gone]::before { background: var(--bad); transform: rotate(45deg); }
#connection[data-state=paused]::before { background: linear-gradient(90deg, var(--warn) 38%, transparent 38% 62%, var(--warn) 62%); }
#error { display: flex; align-items: baseline; gap: 12px; padding: 7px 14px; background: color-mix(in srgb, var(--bad) 10%, var(--panel)); color: var(--bad); }
#error:empty { display: none; }
#error span { flex: 1; overflow-wrap: anywhere; white-space: pre-line; }
main { flex: 1; min-height: 0; position: relative; }
main > * { position: absolute; inset: 0; overflow: auto; padding: 14px; }
.drop main { outline: 3px dashed var(--accent); outline-offset: -8px; }
.foot { display: flex; justify-content: space-between; gap: 20px; padding: 2px 14px; min-height: 23px; font-size: 11.5px; color: var(--faint); background: var(--panel); border-top: 1px solid var(--line); white-space: nowrap; overflow: hidden; }
dialog { border: 1px solid var(--line); border-radius: 10px; padding: 0; color: inherit; background: var(--panel); width: min(560px, calc(100vw - 24px)); max-height: calc(100vh - 40px); }
dialog::backdrop { background: #0006; }
dialog form { display: flex; flex-direction: column; gap: 12px; padding: 16px 18px; }
dialog .actions { justify-content: flex-end; }
.keys { display: grid; grid-template-columns: auto 1fr; gap: 5px 14px; }
.keys dt { text-align: right; }
main > .timeline { padding: 0; overflow: hidden; display: flex; flex-direction: column; }
.tools { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: flex-end; padding: 8px 14px; border-bottom: 1px solid var(--line); background: var(--panel); }
.tools .filter { display: contents; }
.tools .field > * { width: 132px; }
.tools .field.long { flex: 1 1 180px; max-width: 420px; }
.tools .field.long input { width: 100%; }
.tools .set :is(input, select) { border-color: var(--accent); background: var(--select); }
.tools .row { margin-left: auto; }
.tools :is(input:not([type=checkbox]), select, .button, .check) { height: 28px; }
.tools .check { display: flex; align-items: center; gap: 5px; }
.tools .fold { display: none; }
.split { flex: 1; min-height: 0; display: flex; }
.rows { flex: 1; min-width: 0; display: flex; flex-direction: column; background: var(--panel); position: relative; }
.rows .scroll { flex: 1; overflow: hidden scroll; overflow-anchor: none; contain: strict; }
.rows .size { position: relative; }
.line {
display: grid; align-items: center; gap: 0 10px; padding: 0 14px; white-space: nowrap;
grid-template-columns: 88px 82px 34px minmax(120px, 2.4fr) minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 1fr) minmax(120px, 1.5fr) 62px;
}
.line > * { overflow: hidden; text-overflow: ellipsis; }
.line .status { font-weight: 600; }
.line .target { font: 12px var(--mono); }
.line .bytes { text-align: right; }
.line :is(.time, .bytes, .session, .rule) { color: var(--faint); }
.rows .head { height: 26px; border-bottom: 1px solid var(--line); background: var(--ground); padding-right: 28px; }
.rows .head > * { font: inherit; font-size: 11px; color: var(--faint); }
.rows .head .timebar { display: flex; justify-content: space-between; align-items: center; }
.rows .head .button { padding: 0 6px; line-height: 1.3; }
.size .line { position: absolute; inset: 0 0 auto; height: var(--high); cursor: pointer; border-bottom: 1px solid color-mix(in srgb, var(--line) 55%, transparent); contain: strict; }
.size .line:hover { background: var(--hover); }
.size .line[aria-selected=true] { background: var(--select); box-shadow: inset 2px 0 var(--accent); }
.rows:focus-visible { outline: none; }
.rows:focus-visible .head { box-shadow: inset 0 2px var(--accent); }
.rows:focus-visible .line[aria-selected=true] { outline: 2px solid var(--accent); outline-offset: -2px; }
.size .gap { color: var(--faint); background: repeating-linear-gradient(-45deg, transparent 0 6px, color-mix(in srgb, var(--line) 45%, transparent) 6px 12px); cursor: default; }
.gap .target { font: inherit; grid-column: 2 / -1; }
.gap > :not(.time, .target) { display: none !important; }
.ending { display: inline-flex; align-items: center; gap: 6px; }
.ending svg { width: 11px; height: 11px; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
.e-complete { color: var(--good); }
.e-closed { color: var(--info); }
:is(.e-complete, .e-closed) svg { fill: currentColor; stroke: none; }
.e-reset { color: var(--bad); }
.e-held { color: var(--warn); }
.e-held path { stroke-dasharray: 1 3.6; }
.e-abandoned { color: var(--gone); }
.e-cancelled, .e-unseen { color: var(--faint); }
.e-open { color: var(--accent); }
.e-open svg { animation: breathe 1.6s ease-in-out infinite; }
@keyframes breathe { 50% { opacity: .35; } }
.track { position: relative; height: 12px; }
.track i { position: absolute; top: 3px; height: 6px; min-width: 1px; background: currentColor; }
.track .wait { top: 5.5px; height: 1px; background: var(--faint); }
.track .first, .track .stop { top: 1px; height: 10px; width: 2px; }
.track .sent { opacity: .55; border-radius: 1px; }
.track .linger { top: 4px; height: 4px; background: repeating-linear-gradient(90deg, currentColor 0 2px, transparent 2px 5px); }
.track .stop { margin-left: -2px; }
.e-reset .stop { width: 4px; }
.e-complete .stop { width: 6px; height: 6px; top: 3px; border-radius: 50%; margin-left: -5px; }
.e-open .stop { display: none; }
.track.over::after { content: '»'; position: absolute; right: 0; top: -4px; background: var(--panel); padding-left: 2px; }
.s-3 { color: var(--info); }
.s-4 { color: var(--warn); }
.s-5 { color: var(--bad); }
.empty { position: absolute; inset: 60px 0 auto; padding: 20px; text-align: center; color: var(--faint); display: grid; gap: 10px; justify-items: center; }
.more { position: absolute; top: 32px; left: 50%; transform: translateX(-50%); box-shadow: 0 2px 10px #0003; }
.full { width: min(46%, 860px); min-width: 380px; border-left: 1px solid var(--line); background: var(--panel); display: flex; flex-direction: column; }
.full .title { padding: 9px 14px; border-bottom: 1px solid var(--line); display: grid; gap: 6px; }
.full .title .row:first-child { justify-content: space-between; flex-wrap: nowrap; align-items: flex-start; }
.full h2 { font: 600 13px/1.4 var(--mono); overflow-wrap: anywhere; max-height: 5.6em; overflow: auto; }
.full .told { gap: 2px 14px; color: var(--faint); }
.full .told b { color: var(--text); font-weight: 500; overflow-wrap: anywhere; }
.full .text { flex: 1; overflow: auto; padding: 4px 14px 20px; }
.full section { padding: 10px 0 4px; display: grid; gap: 7px; }
.full h3 span { font-weight: 400; margin-left: 8px; }
.full .big .track { zoom: 1.5; }
.full .scale { display: flex; justify-content: space-between; font-size: 11px; color: var(--faint); }
.full pre { max-height: 420px; overflow: auto; }
.full .hex { white-space: pre; }
.full td { overflow-wrap: anywhere; }
.full .pairs td:first-child { color: var(--faint); white-space: nowrap; width: 1%; padding-right: 16px; }
.wanted { color: var(--good); }
.came { color: var(--bad); }
.ctl { color: var(--warn); }
@media (max-width: 1180px) {
.line { grid-template-columns: 88px 82px 34px minmax(120px, 2fr) minmax(0, 1fr) minmax(90px, 1fr) 58px; }
.line :is(.session, .rule) { display: none; }
}
@media (min-width: 901px) and (max-width: 2000px) {
.open .line { grid-template-columns: 88px 82px 34px minmax(110px, 2fr) minmax(0, 1.1fr) minmax(80px, 1fr); }
.open .line :is(.session, .rule, .bytes), .open .head .button { display: none; }
}
@media (max-width: 900px) {
.full { position: fixed; inset: 0; width: auto; min-width: 0; z-index: 5; border: 0; }
}
@media (max-width: 700px) {
:root { --high: 46px; }
.top { padding: 6px 10px 0; }
.state { gap: 8px; }
#tabs { order: 3; width: 100%; }
#tabs > * { padding: 7px 6px 6px; font-size: 12.5px; }
.pick { font-size: 0; }
.pick input { width: 92px; font-size: 13px; }
#counted, .foot .hint, .rows .head, .line .timebar { display: none; }
.tools { padding: 8px 10px; }
.tools .fold { display: block; }
.tools .field { flex: 1 1 28%; }
.tools .field.long { flex-basis: 150px; }
.tools .field > * { width: 100%; }
.tools:not(.unfolded) :is(.field:not(.long, .set), .check:not(.set)) { display: none; }
.tools .row { margin: 0; }
.line { grid-template: 20px 16px / auto auto 1fr auto; padding: 0 10px; align-content: center; gap: 2px 10px; }
.line .target { order: -2; grid-column: span 3; }
.line .status { order: -1; justify-self: end; }
.gap { grid-template: 1fr / auto 1fr; }
.gap .target { order: 0; grid-column: auto; white-space: normal; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
@media (forced-colors: active) {
.track i { background: CanvasText; }
[aria-selected=true] { outline: 2px solid Highlight; outline-offset: -2px; }
}
.stack { display: flex; flex-direction: column; gap: 10px; min-width: 0; }
.body { gap: 12px; border: 0; padding: 0; margin: 0 auto; max-width: 2400px; min-height: 100%; }
.body:disabled { opacity: .6; }
.panel.warn { margin-bottom: 12px; }
.between { justify-content: space-between; }
.row.end { align-items: flex-end; }
.grow { flex: 1 1 180px; max-width: 420px; }
.sides { flex: 1; display: grid; grid-template-columns: minmax(280px, 1fr) minmax(0, 2.6fr); gap: 12px; align-items: start; }
.two, .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 12px; align-items: start; }
.fields { grid-template-columns: repeat(auto-fit, minmax(min(170px, 100%), 1fr)); }
.fields:empty { display: none; }
.field textarea { resize: vertical; }
.wide { overflow-x: auto; }
.wide td { overflow-wrap: anywhere; min-width: 60px; }
.wide .number { text-align: right; width: 1%; }
.wide td .button { padding: 0 8px; }
.wide tr:last-child td { border-bottom: 0; }
.address { flex-wrap: nowrap; max-width: 100%; }
.address code { overflow-wrap: anywhere; background: var(--code); border-radius: 4px; padding: 1px 6px; }
.numbers { gap: 4px 18px; color: var(--faint); }
.numbers b { font-size: 15px; font-weight: 600; }
.numbers b:not(.bad) { color: var(--text); }
meter { width: 90px; height: 8px; }
.body summary { cursor: pointer; }
.body summary h2 { display: inline; margin-right: 8px; }
.body details > :not(summary) { margin-top: 8px; }
.chooser { position: sticky; top: 0; max-height: calc(100vh - 110px); }
.choices { overflow-y: auto; margin: 0 -6px; overscroll-behavior: contain; }
.choice { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; padding: 4px 8px; border-radius: 5px; cursor: pointer; }
.choice span { overflow-wrap: anywhere; }
.choice .faint { flex-basis: 100%; font-size: 12px; }
.choice .faint:empty { display: none; }
.choice:hover { background: var(--hover); }
.choice[aria-selected=true] { background: var(--select); }
.chooser:has(input:focus) .active { box-shadow: inset 0 0 0 1px var(--accent); }
.outcome::before { content: '\25cb'; margin-right: 5px; }
.passed { color: var(--good); } .passed::before { content: '\2713'; }
.failed { color: var(--bad); } .failed::before { content: '\2715'; }
.undecided { color: var(--warn); } .undecided::before { content: '\2026'; }
.expectation { padding-left: 10px; border-left: 3px solid; }
.expectation::before { display: none; }
.expectation > * > :not(.outcome), .expectation p, .expectation pre, .expectation summary { color: var(--text); }
.editor { gap: 6px; }
.editor-frame { display: flex; height: max(280px, 56vh); border: 1px solid var(--line); border-radius: 6px; background: var(--ground); overflow: hidden; resize: vertical; }
.editor-gutter, .editor-layer, .editor-area { font: 12.5px/19px var(--mono); }
.editor-gutter { min-width: 46px; padding: 8px; text-align: right; color: var(--faint); user-select: none; }
.marked { font-weight: 700; }
.marked::before { content: '\25cf\a0'; }
.editor-code { position: relative; flex: 1; min-width: 0; overflow: hidden; }
.editor-layer, .editor-area { position: absolute; inset: 0; padding: 8px; border: 0; background: none; white-space: pre; overflow-wrap: normal; tab-size: 2; }
.editor-layer { pointer-events: none; inset: 0 auto auto 0; color: var(--faint); }
.editor-area { width: 100%; height: 100%; resize: none; color: transparent; caret-color: var(--text); outline-offset: -2px; }
.editor-area::selection { background: color-mix(in srgb, var(--accent) 30%, transparent); }
.editor-layer .key { color: var(--accent); } .editor-layer .string { color: var(--good); } .editor-layer .number { color: var(--warn); } .editor-layer .word { color: var(--gone); }
.editor-layer .wrong { text-decoration: underline wavy 1px; text-underline-offset: 3px; }
.editor-layer .wrong.bad { color: var(--bad); }
.editor-choices { position: absolute; z-index: 2; width: min(460px, calc(100% - 8px)); max-height: 240px; overflow-y: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 8px 28px #0004; padding: 3px; }
.editor-choice { display: flex; gap: 10px; padding: 3px 7px; border-radius: 4px; cursor: pointer; white-space: nowrap; }
.editor-choice .faint { overflow: hidden; text-overflow: ellipsis; }
.editor-choice[aria-selected=true] { background: var(--select); }
.editor-about { min-height: 2.9em; }
.editor-problems { list-style: none; padding: 0; display: grid; gap: 8px; }
.editor-problems pre { white-space: pre; overflow-x: auto; margin-top: 4px; }
.editor-problem { font: inherit; background: none; border: 0; padding: 0; text-align: left; cursor: pointer; overflow-wrap: anywhere; }
@media (max-width: 900px) {
.sides { grid-template-columns: minmax(0, 1fr); }
.chooser { position: static; }
.choices { max-height: 34vh; }
}
@media (forced-colors: active) {
.editor-area { color: CanvasText; }
.editor-layer { visibility: hidden; }
}
</style>
</head>
<body>
<header class="top">
<h1><svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4"/><path d="M2.5 8.5h3l1.5-4 2 8 1.5-4h.5m2 0h.5"/></svg>Mishap</h1>
<div id="tabs" role="tablist" aria-label="Views"></div>
<div class="state">
<label class="pick" for="session">Session <input id="session" list="session-list" placeholder="all" autocomplete="off" spellcheck="false"></label>
<datalist id="session-list"></datalist>
<span id="counted" class="number"></span>
<span id="connection" role="status"></span>
<button id="help" class="button quiet" type="button" aria-label="Keys and help" title="Keys (?)">?</button>
</div>
</header>
<div id="error" role="alert"></div>
<main id="views"><noscript><p class="note">This page needs JavaScript. The calls are listed by <code>curl</code> of this address.</p></noscript></main>
<footer class="foot"><span id="status" role="status"></span><span class="hint"><kbd>↑</kbd> <kbd>↓</kbd> select · <kbd>Enter</kbd> open · <kbd>/</kbd> search · <kbd>p</kbd> pause · <kbd>?</kbd> keys</span></footer>
<div id="announce" class="unseen" role="log" aria-live="polite" aria-label="Endings"></div>
<script>
const page = {}
{
const listeners = new Map()
page.on = (event, fn) => {
if (!listeners.has(event)) listeners.set(event, new Set())
listeners.get(event).add(fn)
}
page.tell = (event, value) => {
for (const fn of listeners.get(event) ?? []) {
try {
fn(value)
} catch (error) {
console.error(error)
page.fail(error)
}
}
}
const known = (value) => value !== null && value !== undefined
// What a client sent becomes text nodes and attribute values, never markup or properties.
const fill = (node, attributes, children) => {
for (const [name, value] of Object.entries(attributes)) {
if (!known(value)) continue
if (name === 'text') node.textContent = value
else if (name === 'on') for (const [event, fn] of Object.entries(value)) node.addEventListener(event, fn)
else if (name === 'style') Object.assign(node.style, value)
else if (/^(aria|data)-/.test(name)) node.setAttribute(name, value)
else if (/^(value|htmlFor|hidden|disabled|tabIndex|autofocus|open)$/.test(name)) node[name] = value
else if (/^on/i.test(name)) throw new TypeError(name)
else if (value !== false) node.setAttribute(name, value)
}
for (const child of children.flat(Infinity)) {
if (known(child) && child !== false) node.append(child instanceof Node ? child : String(child))
}
return node
}
/** `selector`: a name, and classes behind it, as in `div.row`. */
const maker = (create) => (selector, attributes, ...children) => {
const [name, ...classes] = selector.split('.')
const plain = attributes && typeof attributes === 'object' && !(attributes instanceof Node) && !Array.isArray(attributes)
const node = fill(create(name), plain ? attributes : {}, plain ? children : [attributes, ...children])
if (classes.length) node.classList.add(...classes)
return node
}
const element = maker((name) => document.createElement(name))
page.element = element
page.svg = maker((name) => document.createElementNS('http://www.w3.org/2000/svg', name))
page.byID = (id) => document.getElementById(id)
const { byID } = page
page.button = (text, click, attributes = {}) =>
element('button', { type: 'button', ...attributes, class: `button ${attributes.class ?? ''}`, on: { click } }, text)
const grouped = new Intl.NumberFormat('en')
page.number = (n) => (known(n) ? grouped.format(n) : '')
page.many = (n, name) => `${page.number(n)} ${name}${n === 1 ? '' : 's'}`
page.time = (iso) => {
const date = new Date(iso ?? NaN)
if (Number.isNaN(date.getTime())) return ''
return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
const scaled = (n) => n.toFixed(n < 10 ? 2 : n < 100 ? 1 : 0)
page.bytes = (n) => {
if (!known(n)) return ''
const [size, unit] = n < 1e3 ? [1, 'B'] : n < 1e6 ? [1e3, 'KB'] : n < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
return `${size === 1 ? n : scaled(n / size)} ${unit}`
}
page.milliseconds = (n) => (!known(n) ? '' : n < 1e3 ? `${scaled(n)} ms` : n < 6e4 ? `${scaled(n / 1e3)} s` : `${scaled(n / 6e4)} min`)
page.say = (text) => {
byID('status').textContent = ''
requestAnimationFrame(() => (byID('status').textContent = text))
}
/** Of what is no JSON, null. */
page.parsed = (text) => {
try {
return JSON.parse(text)
} catch {
return null
}
}
let failure = null
/** One line; `kind` is for `mend`, which takes it away when what was wrong is over. */
page.fail = (error, kind = 'any') => {
const text = error?.message ?? String(error)
if (failure?.text === text) return
failure = { text, kind }
byID('error').replaceChildren(element('span', text), page.button('Dismiss', () => page.mend(kind), { class: 'quiet' }))
}
page.mend = (kind) => {
if (failure?.kind !== kind) return
failure = null
byID('error').replaceChildren()
}
let announced = 0
let announcement = null
/** At most one a second: `words()` is asked when its time has come. */
page.announce = (words) => {
announcement ??= setTimeout(() => {
announcement = null
announced = Date.now()
const log = byID('announce')
log.append(element('p', words()))
while (log.childNodes.length > 3) log.firstChild.remove()
}, Math.max(0, 1000 - (Date.now() - announced)))
}
page.copy = async (text) => {
try {
await navigator.clipboard.writeText(text)
} catch {
const area = element('textarea', { value: text, class: 'unseen' })
;(document.querySelector('dialog[open]') ?? document.body).append(area)
area.select()
document.execCommand('copy')
area.remove()
}
page.say('Copied.')
}
/** `text`: a string, or a list of pieces. */
page.download = (name, type, text) => {
const link = element('a', { href: URL.createObjectURL(new Blob([text].flat(), { type })), download: name })
link.click()
setTimeout(() => URL.revokeObjectURL(link.href), 10000)
page.say(`Saved as ${name}.`)
}
const close = { label: 'Close', value: null, primary: true }
/** A dialog; gives the `value` of the action that was taken, or null. `actions`: { label, value, primary, danger } */
page.ask = ({ title, body, actions = [close] }) =>
new Promise((resolve) => {
let answer = null
const before = document.activeElement
const primary = actions.find((action) => action.primary)
const take = (action) => {
answer = action?.value ?? null
dialog.close()
}
const buttons = actions.map((action) => page.button(action.label, action === primary ? null : () => take(action), {
class: `${action.primary ? 'primary' : ''} ${action.danger ? 'danger' : ''}`, type: action === primary ? 'submit' : 'button'
}))
const submit = (event) => {
event.preventDefault()
take(primary)
}
const form = element('form', { on: { submit } }, element('h2', { id: 'dialog-title' }, title), body, element('div.row.actions', buttons))
const dialog = element('dialog', { 'aria-labelledby': 'dialog-title' }, form)
dialog.addEventListener('close', () => {
dialog.remove()
before?.focus?.()
resolve(answer)
})
document.body.append(dialog)
dialog.showModal()
if (!form.querySelector('input, select, textarea')) form.querySelector('[type=submit]')?.focus()
})
const keys = []
/** `keys`: `'p'`, `'Ctrl+Enter'` or a list; `where`: a view's id, or a function. */
page.key = (names, label, fn, where) => keys.push({ names: [names].flat(), label, fn, where })
const applies = (where) => !where || (typeof where === 'function' ? where() : page.views.current === where)
document.addEventListener('keydown', (event) => {
if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
const control = event.ctrlKey || event.metaKey
if (!control && !event.altKey && event.target.closest?.('input:not([type=checkbox]), textarea, select')) return
const name = `${control ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}${event.key}`
const key = keys.find(({ names, where }) => names.includes(name) && applies(where))
if (!key) return
event.preventDefault()
key.fn(event)
})
page.help = () => {
const line = ({ names, label, where }) => [
element('dt', names.map((name) => [' ', element('kbd', name.replace('Arrow', ''))])),
element('dd', label, typeof where === 'string' ? element('span.faint', ` (${page.views.title(where)})`) : null)
]
page.ask({ title: 'Keys', body: element('dl.keys', keys.map(line)) })
}
// The address: view and filter are in its fragment, so that a link shows the same.
const fragment = () => new URLSearchParams(location.hash.slice(1))
page.address = {
get: (name) => fragment().get(name) || null,
set: (values) => {
const parameters = fragment()
for (const [name, value] of Object.entries(values)) {
if (value) parameters.set(name, value)
else parameters.delete(name)
}
if (parameters.toString() === fragment().toString()) return
history.replaceState(null, '', `#${parameters}`)
moved()
}
}
page.session = null
page.selected = null
const moved = () => {
const session = page.address.get('session')
const other = session !== page.session
page.session = session
byID('session').value = session ?? ''
if (page.started) page.views.show()
page.tell('address', page.address)
if (other) page.tell('session', session)
}
const views = []
page.views = {
current: null,
add: (view) => views.push(view),
title: (id) => views.find((view) => view.id === id)?.title ?? id,
go: (id) => page.address.set({ view: id === views[0]?.id ? null : id }),
show: () => {
const wanted = page.address.get('view')
const view = views.find((view) => view.id === wanted) ?? views[0]
if (!view.section) {
view.section = element('section', { role: 'tabpanel', id: `view-${view.id}`, class: view.id, 'aria-labelledby': `tab-${view.id}` })
byID('views').append(view.section)
view.mount(view.section)
}
const before = views.find((other) => other.id === page.views.current)
page.views.current = view.id
for (const other of views) {
if (other.section) other.section.hidden = other !== view
other.tab.setAttribute('aria-selected', other === view)
other.tab.tabIndex = other === view ? 0 : -1
}
if (before !== view) before?.hide?.()
view.show(page.address)
}
}
const addTab = (view, i) => {
const keydown = (event) => {
const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[event.key]
if (to === undefined) return
event.preventDefault()
const other = views.at(to % views.length)
page.views.go(other.id)
other.tab.focus()
}
const go = () => page.views.go(view.id)
view.tab = element('button', {
type: 'button', role: 'tab', id: `tab-${view.id}`, 'aria-controls': `view-${view.id}`, title: `Key ${view.key}`, on: { click: go, keydown }
}, view.title)
byID('tabs').append(view.tab)
page.key(view.key, view.title, go)
}
page.Problem = class extends Error {
constructor(status, json, text) {
super(json?.detail ?? (text?.trim().slice(0, 300) || `The gateway answered ${status}.`))
Object.assign(this, { status, json })
}
}
page.Gone = class extends Error {
constructor(message = 'No gateway answers at this address.') {
super(message)
}
}
page.offline = location.protocol === 'file:'
let token = null
let asking = null
let declined = false
/** What a field of a request can have. */
const isToken = (text) => /^[!-~]+$/.test(text)
try {
const kept = sessionStorage.getItem('mishap-token')
if (isToken(kept ?? '')) token = kept
} catch {}
const askToken = async (first = token === null) => {
const field = element('input', { type: 'password', autocomplete: 'off', id: 'token', autofocus: true, 'aria-describedby': 'token-note' })
const words = first ? 'It was started with --token. The token stays in this tab alone.' : 'That is not the token of this gateway.'
const answer = await page.ask({
title: 'This gateway wants its token',
body: [element('p', { class: first ? 'note' : 'bad', id: 'token-note' }, words), element('label', { class: 'field', for: 'token' }, 'Token', field)],
actions: [{ label: 'Go on without', value: false }, { label: 'Use it', value: true, primary: true }]
})
const entered = field.value.trim()
declined = !answer || !entered
if (!declined && !isToken(entered)) return askToken(false)
asking = null
if (declined) return
token = entered
try {
sessionStorage.setItem('mishap-token', token)
} catch {}
}
const ask = async (method, path, { body, accept = 'application/json', signal, headers }) => {
if (page.offline) throw new page.Gone('This page was opened from a file: there is no gateway behind it.')
for (;;) {
const used = token
const fields = { Accept: accept, ...headers }
if (used !== null) fields.Authorization = `Bearer ${used}`
if (known(body)) fields['Content-Type'] = 'application/json'
const sent = known(body) && typeof body !== 'string' ? JSON.stringify(body) : body
let response
try {
response = await fetch(`/__mishap/${path}`, { method, headers: fields, body: sent, signal, cache: 'no-store', credentials: 'omit', redirect: 'error' })
} catch (error) {
throw error.name === 'AbortError' ? error : new page.Gone()
}
if (response.status !== 401 || declined) return response
if (token === used) await (asking ??= askToken())
}
}
const refusal = async (response) => {
const text = await response.text().catch(() => '')
let json = page.parsed(text)
if (response.status === 401) json = { ...json, detail: 'The gateway wants its token: reload the page to enter it.' }
return new page.Problem(response.status, json, text)
}
page.call = async (method, path, body, options) => {
const response = await ask(method, path, { body, ...options })
if (response.status >= 400 && response.status !== 412) throw await refusal(response)
const text = await response.text().catch((error) => {
throw error.name === 'AbortError' ? error : new page.Gone('The gateway went while it answered.')
})
const isJSON = text !== '' && /[/+]json\b/.test(response.headers.get('Content-Type') ?? '')
return { status: response.status, json: isJSON ? JSON.parse(text) : null, text, headers: response.headers }
}
/** All of a list that comes in pages. */
page.pages = async (what, most = 20000) => {
const all = []
for (let next = ''; next !== null && all.length < most;) {
const { json } = await page.call('GET', `${what}?limit=2000${next && `&after=${encodeURIComponent(next)}`}`)
all.push(...json[what])
next = json.next
}
return all
}
/** A path segment: `/` of a scenario's name is `--` in the name of its session. */
page.segment = (session) => encodeURIComponent(session.replaceAll('/', '--'))
// Connection: what the timeline's stream knows of the gateway.
page.state = page.offline ? 'file' : 'gone'
page.connection = (state, words) => {
if (state === page.state && words === page.stateWords) return
Object.assign(page, { state, stateWords: words })
page.tell('connection', state)
}
const pause = (ms, signal) =>
new Promise((resolve) => {
setTimeout(resolve, ms)
signal?.addEventListener('abort', resolve, { once: true })
})
/** Server-Sent Events: `onEvent(name, data, text)`. Goes on by itself, 1 to 5 seconds after it broke off, until `signal` aborts. */
page.stream = async (path, { onEvent, onOpen, onBreak, signal }) => {
let wait = 1000
while (!signal?.aborted) {
let problem = new page.Gone('The gateway ended the connection.')
try {
const response = await ask('GET', path, { accept: 'text/event-stream', signal })
if (!response.ok) throw await refusal(response)
wait = 1000
onOpen?.()
await events(response.body, onEvent)
} catch (error) {
if (signal?.aborted) return
if (error instanceof page.Problem || error instanceof page.Gone) problem = error
else console.error(error)
}
if (signal?.aborted) return
onBreak?.(problem)
await pause(wait, signal)
wait = Math.min(5000, wait * 1.7)
}
}
/** It sends a comment every 15 seconds. */
const next = (reader) =>
new Promise((resolve, reject) => {
const lost = () => reject(new page.Gone())
const timer = setTimeout(lost, 40000)
reader.read().then(resolve, lost).finally(() => clearTimeout(timer))
})
const events = async (body, onEvent) => {
const reader = body.pipeThrough(new TextDecoderStream()).getReader()
let rest = ''
let name = ''
let data = []
try {
for (;;) {
const { done, value } = await next(reader)
if (done) return
const lines = (rest + value).split('\n')
rest = lines.pop()
for (const line of lines) {
if (line.startsWith('data:')) data.push(line.slice(5).trim())
else if (line.startsWith('event:')) name = line.slice(6).trim()
else if (line.trim() === '') {
const text = data.join('\n')
if (text) onEvent(name || 'message', JSON.parse(text), text)
name = ''
data = []
}
}
}
} finally {
reader.cancel().catch(() => {})
}
}
page.start = () => {
views.forEach(addTab)
page.key('?', 'This list', page.help)
byID('help').addEventListener('click', page.help)
byID('session').addEventListener('change', (event) => page.address.set({ session: event.target.value.trim() }))
addEventListener('hashchange', moved)
page.started = true
moved()
page.tell('connection', page.state)
}
}
{
const most = 50000
const slack = 2000
const mostRaw = 5000
const mostCharacters = 24e6
/** As people say it, and its shape: the endings of docs/journal.md, and two that only a watcher has. */
page.endings = {
complete: { word: 'complete', title: 'all was sent, and the connection stays open', shape: 'M6 1a5 5 0 1 0 .01 0z' },
closed: { word: 'FIN', title: 'all was sent, and then a FIN', shape: 'M3 1h6v10h-6z' },
reset: { word: 'RST', title: 'an RST, because the scenario asked for it', shape: 'M2 2l8 8M10 2l-8 8' },
held: { word: 'stall', title: 'silence until the client went, because the scenario asked for it', shape: 'M6 1.5a4.5 4.5 0 1 1-.01 0z' },
abandoned: { word: 'left', title: 'the client went before all was sent', shape: 'M11 6h-9M5 2.5l-3.5 3.5l3.5 3.5' },
cancelled: { word: 'cut off', title: 'the gateway ended it: at a deadline, by a reset of the session, or because it stopped', shape: 'M6 1.5a4.5 4.5 0 1 0 .01 0zM3 9l6-6' },
open: { word: 'open', title: 'still open', shape: 'M2 6h.01M6 6h.01M10 6h.01' },
unseen: { word: 'open?', title: 'its end may be among the events that were not sent', shape: 'M3.5 4a2.5 2.5 0 1 1 2.5 2.6v1M6 10.5h.01' }
}
/** `occurred`: values that a filter offers. `file`: the name of what is shown in place of the live journal. */
const kinds = () => ({ session: new Map(), label: new Map(), rule: new Map(), failure: new Map() })
const journal = {
entries: [], dropped: 0, requests: 0, gaps: 0, paused: false, file: null, labels: new Map(), sessions: new Map(),
occurred: kinds()
}
page.journal = journal
const open = new Map()
const recent = new Set()
let order = 0
let firstRaw = 0
let rawCount = 0
let rawCharacters = 0
const key = (entry) => `${entry.session} ${entry.seq} ${entry.time}`
journal.key = key
/** One string for all equal values. */
const known = (kind, value) => {
if (value === null || value === undefined) return null
value = String(value)
const map = journal.occurred[kind]
if (!map.has(value) && map.size < 500) {
map.set(value, value)
page.tell('occurred', kind)
}
return map.get(value) ?? value
}
/** The few members of an entry that a row shows, and a filter reads. `at`: when it came, where the page saw that. */
const record = (entry, at) => ({
order: order++, session: known('session', entry.session), seq: entry.seq, time: entry.time, at,
method: entry.method ?? null, target: entry.target?.slice(0, 500) ?? null, what: null, rule: null, step: null, failure: null,
unmatched: false, status: null, bytes: null, first: null, last: null, milliseconds: null, ending: 'open', raw: null
})
const number = (n) => (Number.isFinite(n) ? n : null)
const end = (row, entry, raw) => {
const { sent = {}, calls = [] } = entry
row.rule = known('rule', entry.rule ?? calls.find((call) => call.rule)?.rule)
row.step = entry.step ?? null
row.failure = known('failure', entry.failure ?? calls.find((call) => call.failure)?.failure)
row.status = number(sent.status)
row.bytes = number(sent.bytes)
row.first = number(sent.firstByteAt)
row.last = number(sent.lastByteAt)
row.milliseconds = number(entry.milliseconds)
row.unmatched = row.rule === null && (entry.nearest !== undefined || /\r\nmishap-unmatched:/i.test(sent.head ?? ''))
row.ending = Object.hasOwn(page.endings, entry.ending) ? String(entry.ending) : 'unseen'
if (!entry.method) {
const { received, alert = sent.alert, notes = [] } = entry
row.what = [alert ? `TLS alert ${alert}` : received ? `${received.bytes} bytes, no request` : 'a connection without a request', ...notes].join('; ').slice(0, 500)
}
if (!raw) return
row.raw = raw
rawCount++
rawCharacters += raw.length
forget()
}
/** Only the newest rows keep their whole entry. Those of a file keep it all: nobody could give it again. */
const forget = () => {
while (journal.file === null && (rawCount > mostRaw || rawCharacters > mostCharacters) && firstRaw < journal.entries.length) release(journal.entries[firstRaw++])
}
const release = (row) => {
if (!row.raw) return
rawCount--
rawCharacters -= row.raw.length
row.raw = null
}
const add = (row) => {
const { entries } = journal
let i = entries.length
// Of those that the page did not see come, the newest has not always ended last.
if (row.at === null) while (i && i > entries.length - 1000 && entries[i - 1].time > row.time) i--
entries.splice(i, 0, row)
// Each takes the number of the next.
for (; entries[i + 1]; i++) [entries[i].order, entries[i + 1].order] = [entries[i + 1].order, entries[i].order]
if (entries.length > most + slack) {
const old = entries.splice(0, slack)
for (const row of old) {
release(row)
open.delete(key(row))
}
journal.dropped += old.length
firstRaw = Math.max(0, firstRaw - old.length)
page.tell('rows', { cut: entries[0].order })
}
page.tell('rows', { added: row })
}
const begin = (entry, at) => {
const row = record(entry, at)
journal.requests++
lookFor(row.session)
return row
}
journal.arrived = (entry) => {
const id = key(entry)
if (open.has(id)) return
const row = begin(entry, performance.now())
open.set(id, row)
add(row)
}
/** `raw`: its text. Of a stream that began anew, some were seen before. */
journal.ended = (entry, raw) => {
const id = key(entry)
if (recent.has(id)) return
recent.add(id)
if (recent.size > 4000) for (const old of [...recent].slice(0, 2000)) recent.delete(old)
const before = open.get(id)
open.delete(id)
const row = before ?? begin(entry, null)
end(row, entry, raw)
if (before) page.tell('rows', { changed: row })
else add(row)
page.tell('ended', row)
}
/** The ends of those that are open may be among what was not sent. */
const lose = () => {
for (const row of open.values()) {
if (row.ending !== 'open') continue
row.ending = 'unseen'
page.tell('rows', { changed: row })
}
}
journal.gap = (count) => {
journal.gaps += count
lose()
const last = journal.entries.at(-1)
if (!last?.gap) return add({ order: order++, gap: count, time: new Date().toISOString(), session: null })
last.gap += count
page.tell('rows', { changed: last })
}
/** A test of rows, by { session, label, rule, failure, ending, unmatched, text }; null of a filter that takes all. */
journal.matcher = (filter) => {
const tests = []
for (const name of ['session', 'rule', 'failure', 'ending', 'label']) {
const wanted = filter[name]
if (!wanted) continue
const value = name === 'label' ? (row) => journal.labels.get(row.session) : (row) => row[name]
const begins = wanted.endsWith('*') ? wanted.slice(0, -1) : null
tests.push(begins === null ? (row) => value(row) === wanted : (row) => value(row)?.startsWith(begins))
}
if (filter.unmatched) tests.push((row) => row.unmatched)
if (filter.text) {
const text = filter.text.toLowerCase()
tests.push((row) => ['method', 'target', 'what', 'status', 'rule', 'failure', 'session', 'raw'].some((name) => row[name] !== null && String(row[name]).toLowerCase().includes(text)))
}
return tests.length ? (row) => !row.gap && tests.every((test) => test(row)) : null
}
journal.matching = (filter) => journal.entries.filter(journal.matcher(filter) ?? (() => true))
journal.clear = () => {
journal.entries = []
open.clear()
firstRaw = rawCount = rawCharacters = 0
journal.dropped = journal.requests = journal.gaps = 0
for (const map of Object.values(journal.occurred)) map.clear()
page.tell('rows', { all: true })
page.tell('occurred')
}
journal.kept = (row) => row.raw && JSON.parse(row.raw)
/** An entry of the gateway, and what of its answer the page alone has kept. */
journal.joined = (row, entry) => ({ session: row.session, ...entry, sent: { ...journal.kept(row)?.sent, ...entry.sent } })
/** The whole entry of a row: kept here, or asked of the gateway. Null where nobody has it. */
journal.whole = async (row) => {
const kept = journal.kept(row)
if ((kept && !kept.truncated) || journal.file !== null || page.offline || row.session === null) return kept
const { json } = await page.call('GET', `sessions/${page.segment(row.session)}/journal?after=${row.seq - 1}&limit=500`).catch((error) => {
if (kept) return {}
throw error
})
const found = json?.entries.find((entry) => entry.seq === row.seq && entry.time === row.time)
if (!found) return kept
const entry = journal.joined(row, found)
// Its event is still to come.
if (entry.ending !== null && row.bytes === null) {
end(row, entry, null)
page.tell('rows', { changed: row })
}
return entry
}
/** What a row knows without its entry. */
journal.reduced = ({ session, seq, time, milliseconds, method, target, rule, step, failure, status, bytes, first, last, ending }) => ({
session, seq, time, milliseconds, method, target, rule, step, failure, sent: { status, bytes, firstByteAt: first, lastByteAt: last },
ending: ['open', 'unseen'].includes(ending) ? null : ending, notes: ['Kept in part: the page had no room for the rest.']
})
// Sessions, and their labels, which are in no entry.
let looking = false
let wanted = false
const missing = new Set()
const lookFor = (session) => {
if (!session?.startsWith('~') || session === '~fail' || missing.has(session) || journal.labels.has(session)) return
missing.add(session)
wanted = true
if (!looking) journal.lookUp()
}
journal.lookUp = async () => {
looking = true
wanted = false
try {
const sessions = new Map((await page.pages('sessions', 10000)).map((session) => [session.id, session]))
journal.sessions = sessions
if (journal.labels.size > 20000) journal.labels.clear()
for (const { id, label } of sessions.values()) if (label) journal.labels.set(id, known('label', label))
page.tell('sessions', sessions)
} catch {}
setTimeout(() => {
looking = false
if (missing.size > 5000) missing.clear()
if (wanted) journal.lookUp()
}, 1000)
}
let live = null
journal.watch = () => {
live?.abort()
live = new AbortController()
if (journal.file !== null) recent.clear()
journal.file = null
journal.rate = Math.min(10000, Math.max(1, Number(page.address.get('rate')) || 200))
let before = false
page.connection('gone', 'connecting')
page.stream(`journal?live=1&limit=1000&rate=${journal.rate}`, {
signal: live.signal,
onOpen: async () => {
page.mend('connection')
page.connection(journal.paused ? 'paused' : 'live')
if (before) page.say('The gateway is back.')
before = true
journal.lookUp()
const { json } = await page.call('GET', '').catch(() => ({}))
if (json && json.api !== 1) page.fail(`This page speaks version 1 of the control API, and the gateway version ${json.api}: reload the page.`, 'version')
page.version = json?.mishap
},
onEvent: (name, data, text) => {
if (name === 'gap') journal.gap(data.count)
else if (name === 'arrived') journal.arrived(data)
else if (name === 'ended') journal.ended(data, text)
},
onBreak: (problem) => {
lose()
const gone = problem instanceof page.Gone
page.connection('gone', gone ? null : 'refused')
page.fail(gone ? 'The gateway does not answer. The page keeps what it has, and goes on when it is back.' : problem, 'connection')
}
})
}
/** Shows entries of a file in place of what the gateway says. */
journal.open = (list, name, labels = []) => {
list.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)))
const { occurred } = journal
journal.occurred = kinds()
const found = journal.occurred
let rows
try {
labels = labels.map(([id, label]) => [id, known('label', label)])
rows = list.slice(-most).map((entry) => {
const row = record(entry, null)
end(row, entry)
row.raw = JSON.stringify(entry)
return row
})
} finally {
journal.occurred = occurred
}
live?.abort()
page.mend('connection')
journal.clear()
journal.file = name
journal.occurred = found
for (const [id, label] of labels) journal.labels.set(id, label)
journal.entries = rows
journal.requests = list.length
journal.dropped = Math.max(0, list.length - most)
page.connection('file', name)
page.tell('rows', { all: true })
page.tell('occurred')
page.say(`${page.number(list.length)} requests of ${name}.`)
}
journal.pause = () => {
journal.paused = !journal.paused
if (page.state === 'live' || page.state === 'paused') page.connection(journal.paused ? 'paused' : 'live')
page.tell('paused', journal.paused)
}
}
{
const { element, svg, journal } = page
/** Shape and word of an ending: `set(name)` gives another. */
page.ending = (attributes) => {
const path = svg('path')
const word = element('span')
const node = element('span', { ...attributes }, svg('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, path), word)
node.set = (name) => {
const ending = page.endings[name]
node.className = `ending e-${name}`
node.title = ending.title
path.setAttribute('d', ending.shape)
word.textContent = ending.word
}
return node
}
/** Silence, the first byte, what was sent, what lingered, and the ending, to scale: `set(row, milliseconds)`. */
page.track = () => {
const parts = ['wait', 'sent', 'linger', 'first', 'stop'].map((name) => element('i', { class: name }))
const [wait, sent, linger, first, stop] = parts
const node = element('div', { class: 'track', 'aria-hidden': 'true' }, parts)
const place = (part, from, to) => {
part.hidden = from === null || to === null || to < from
if (part.hidden) return
part.style.left = `${Math.min(100, from)}%`
if (to > from) part.style.width = `${Math.min(100, to) - Math.min(100, from)}%`
}
node.set = (row, scale) => {
const total = page.lasted(row)
const at = (ms) => (ms === null || total === null ? null : (ms / scale) * 100)
const last = row.last ?? row.first
node.className = `track e-${row.ending}${total > scale ? ' over' : ''}`
place(wait, 0, at(row.first ?? total))
place(first, at(row.first), at(row.first))
place(sent, at(row.first), at(last))
place(linger, at(last), row.last !== null && total - row.last < scale / 200 ? null : at(total))
place(stop, at(total), at(total))
}
return node
}
/** How long it took, or takes so far; null where nobody knows. */
page.lasted = (row) => row.milliseconds ?? (row.ending === 'open' && row.at !== null ? performance.now() - row.at : null)
const nice = (ms) => {
const ten = 10 ** Math.floor(Math.log10(Math.max(ms, 0.1)))
return ten * [1, 2, 5, 10].find((n) => n * ten >= ms)
}
// `shown`: the rows that the filter takes, the oldest first. The index of a row on the page counts from its end.
let test = null
let shown = []
let stale = false
let follow = true
let common = true
let scale = 1
let picked = null
let top = null
let offset = 0
let scrolled = 0
let pending = false
let ticker = null
let grid, scroll, size, empty, more, scaleText, buttons
const nodes = new Map()
const free = []
const changed = new Set()
const draw = () => {
if (pending || !grid) return
pending = true
requestAnimationFrame(paint)
}
/** Where the row with this number is in `shown`, or would be. */
const place = (order) => {
let low = 0
let high = shown.length
while (low < high) {
const middle = (low + high) >> 1
if (shown[middle].order < order) low = middle + 1
else high = middle
}
return low
}
const at = (index) => shown[shown.length - 1 - index]
const indexOf = (row) => (row ? shown.length - 1 - place(row.order) : -1)
const rebuild = () => {
stale = false
shown = journal.matching(page.filter)
for (const row of nodes.keys()) changed.add(row)
draw()
}
page.on('rows', ({ added, changed: row, cut, all }) => {
if (all) {
picked = top = null
return rebuild()
}
if (journal.paused) stale = true
else if (cut !== undefined) shown.splice(0, place(cut))
else if (added) {
if (!test || test(added)) shown.splice(place(added.order), 0, added)
} else {
if (nodes.has(row)) changed.add(row)
const i = place(row.order)
if (test && test(row) !== (shown[i] === row)) shown[i] === row ? shown.splice(i, 1) : shown.splice(i, 0, row)
}
draw()
})
const height = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--high'))
const make = () => {
const cell = (name, ...content) => element('span', { role: 'gridcell', class: name }, content)
const method = element('b')
const target = document.createTextNode('')
const track = page.track()
const cells = [
cell('time'), page.ending({ role: 'gridcell' }), cell('status'), cell('target', method, target), cell('failure'), cell('rule'), cell('session'), cell('timebar', track), cell('bytes')
]
const [time, ending, status, request, failure, rule, session, bar, bytes] = cells
const node = element('div', { role: 'row' }, cells)
node.fill = (row) => {
node.row = row
node.className = row.gap ? 'line gap' : 'line'
time.textContent = page.time(row.time)
method.textContent = row.method ? `${row.method} ` : ''
target.data = row.gap ? `about ${page.number(Math.ceil(row.gap / 2))} requests more, beyond ${journal.rate} events a second` : row.target ?? row.what ?? ''
request.title = target.data
if (row.gap) return
session.textContent = row.session ?? ''
session.title = journal.labels.get(row.session) ?? session.textContent
rule.textContent = rule.title = row.rule === null ? (row.unmatched ? 'no rule' : '') : row.step ? `${row.rule} · ${row.step}` : row.rule
failure.textContent = failure.title = row.failure ?? ''
status.textContent = row.status ?? (['open', 'unseen'].includes(row.ending) ? '' : '–')
status.className = `status s-${String(row.status ?? '')[0]}`
bytes.textContent = page.bytes(row.bytes)
ending.set(row.ending)
}
node.time = (row) => {
if (row.gap) return
const total = page.lasted(row)
track.set(row, common ? scale : total || 1)
if (row.ending !== 'open') bar.title = total === null ? '' : `${page.milliseconds(total)}, ${row.first === null ? 'nothing sent' : `first byte at ${page.milliseconds(row.first)}`}`
bar.setAttribute('aria-label', row.ending === 'open' ? 'still open' : bar.title)
}
return node
}
const paint = () => {
pending = false
if (page.views.current !== 'timeline') return
const high = height()
size.style.height = `${shown.length * high}px`
const wanted = follow ? 0 : top ? indexOf(top) * high + offset : scroll.scrollTop
if (Math.abs(scroll.scrollTop - wanted) >= 1) scroll.scrollTop = wanted
anchor()
buttons.follow.setAttribute('aria-pressed', follow)
const from = Math.max(0, Math.floor(scrolled / high) - 4)
const to = Math.min(shown.length, Math.ceil((scrolled + scroll.clientHeight) / high) + 4)
const visible = new Set()
let longest = 0
let silent = 0
let ticking = false
for (let i = from; i < to; i++) {
const row = at(i)
visible.add(row)
if (row.gap) continue
ticking ||= row.ending === 'open'
const lasted = page.lasted(row) ?? 0
if (row.ending === 'open' || row.ending === 'held') silent = Math.max(silent, lasted)
else longest = Math.max(longest, lasted)
}
// What is silent for long would leave no room for the others: it goes beyond the scale.
longest ||= silent
if (longest > scale || longest < scale / 5) scale = nice(longest)
for (const [row, node] of nodes) {
if (visible.has(row)) continue
nodes.delete(row)
free.push(node)
node.remove()
}
for (let i = from; i < to; i++) {
const row = at(i)
let node = nodes.get(row)
if (!node || changed.has(row)) {
node ??= free.pop() ?? make()
nodes.set(row, node)
node.fill(row)
if (!node.isConnected) size.append(node)
}
node.time(row)
node.id = `r${row.order}`
node.style.transform = `translateY(${i * high}px)`
node.setAttribute('aria-rowindex', i + 2)
node.setAttribute('aria-selected', row === picked)
}
changed.clear()
grid.setAttribute('aria-rowcount', shown.length + 1)
if (nodes.has(picked)) grid.setAttribute('aria-activedescendant', `r${picked.order}`)
else grid.removeAttribute('aria-activedescendant')
scaleText.textContent = common ? `0 – ${page.milliseconds(scale).replace(/\.0+ /, ' ')}` : 'each to its own scale'
const newer = Math.floor(scrolled / high)
more.hidden = follow || !newer
more.textContent = `↑ ${page.number(newer)} newer`
empty.hidden = shown.length > 0
if (!empty.hidden) empty.replaceChildren(...nothing())
if (ticking) {
ticker ??= setTimeout(() => {
ticker = null
draw()
}, 100)
}
}
const nothing = () =>
journal.entries.length ? [element('p', 'No request matches the filter.'), page.button('Clear the filter', page.clearFilter)]
: page.offline ? [element('p', 'This page was opened from a file. Open a saved journal, NDJSON or HAR, or drop it here.'), page.button('Open a journal', page.openFile)]
: [element('p', 'No request yet. Point a client at this gateway:'), element('pre', `curl -v ${location.origin}/@tcp/reset-mid-body/any`)]
setInterval(() => {
const { requests, gaps, dropped } = journal
const text = gaps ? `about ${page.number(requests + Math.ceil(gaps / 2))} requests, ${page.number(requests)} seen` : page.many(requests, 'request')
const node = page.byID('counted')
if (node.textContent === text) return
node.textContent = text
node.title = dropped ? `The oldest ${page.number(dropped)} rows were dropped for room` : ''
}, 250)
/** Selects the row with this index, or the next that is a request, and brings it into view. */
const pick = (i) => {
const step = i < indexOf(picked) ? -1 : 1
i = Math.max(0, Math.min(shown.length - 1, i))
while (at(i)?.gap && at(i + step)) i += step
if (!at(i)) return
paint()
picked = at(i)
const high = height()
scroll.scrollTop = Math.max((i + 1) * high - scroll.clientHeight, Math.min(scroll.scrollTop, i * high))
keep()
if (page.shownRow) page.show(picked)
}
/** Remembers what stands at the top, which stays there when rows come; where the newest came to be, it follows. */
const anchor = () => {
const before = scrolled
scrolled = scroll.scrollTop
if (before >= 1 && scrolled < 1) follow = true
const i = Math.floor(scrolled / height())
top = at(i) ?? null
offset = scrolled - i * height()
}
const keep = (on = follow && scroll.scrollTop < 1) => {
follow = on
anchor()
draw()
}
/** By a hand: what the page scrolled is known. It goes from what is drawn, for newer rows may have come since. */
const move = () => {
const by = scroll.scrollTop - scrolled
if (!by) return
scrolled += by
offset += by
follow = scrolled < 1
draw()
}
page.views.add({
id: 'timeline',
title: 'Timeline',
key: 't',
mount: (section) => {
const column = (name, ...content) => element('span', { role: 'columnheader', class: name }, content)
const setFollow = () => keep(!follow)
const setScale = () => {
common = !common
buttons.scale.setAttribute('aria-pressed', common)
draw()
}
buttons = {
pause: page.button('Pause', journal.pause, { 'aria-pressed': 'false', title: 'Stand still, and go on counting (p)' }),
follow: page.button('Follow', setFollow, { title: 'Stay with the newest (f)' }),
scale: page.button('scale', setScale, { class: 'quiet', 'aria-pressed': 'true', title: 'One scale for all rows, or one for each (z)' })
}
scaleText = element('span')
size = element('div', { class: 'size', role: 'presentation' })
scroll = element('div', { class: 'scroll', role: 'rowgroup', 'aria-label': 'Rows', tabIndex: -1 }, size)
empty = element('div.empty')
more = page.button('', () => keep(true), { class: 'more', hidden: true })
const head = element('div', { class: 'line head', role: 'row', 'aria-rowindex': '1' },
column('time', 'time'), column('ending', 'ending'), column('status', element('span.unseen', 'status')),
column('target', 'request'), column('failure', 'failure'), column('rule', 'rule · step'), column('session', 'session'), column('timebar', scaleText, buttons.scale), column('bytes', 'bytes'))
grid = element('div', { class: 'rows', role: 'grid', tabIndex: 0, 'aria-label': 'Requests, the newest first', 'aria-colcount': '9' },
element('div', { role: 'rowgroup' }, head), scroll, empty, more)
const split = element('div.split', grid)
const clear = page.button('Clear', journal.clear, { title: 'Empty the page; the gateway keeps its journals (c)' })
section.append(element('div.tools', page.filterFields(), element('div.row', buttons.pause, buttons.follow, clear, page.fileButtons())), split)
page.mountRequest(split)
page.on('shown', (row) => {
split.classList.toggle('open', Boolean(row))
if (!row && !document.activeElement?.closest('.tools, .top')) grid.focus({ preventScroll: true })
draw()
})
scroll.addEventListener('scroll', move, { passive: true })
size.addEventListener('click', (event) => {
const row = event.target.closest('.line')?.row
if (!row || row.gap) return
picked = row
grid.focus({ preventScroll: true })
page.show(row)
draw()
})
new ResizeObserver(draw).observe(scroll)
const there = () => page.views.current === 'timeline' && (document.activeElement === document.body || document.activeElement === grid)
const step = (by) => () => pick(by > 0 || picked ? indexOf(picked) + by : 0)
const full = () => Math.max(1, Math.floor(scroll.clientHeight / height()) - 1)
page.key(['ArrowDown', 'j'], 'Next request below', step(1), there)
page.key(['ArrowUp', 'k'], 'Next request above', step(-1), there)
page.key('PageDown', 'A page down', () => step(full())(), there)
page.key('PageUp', 'A page up', () => step(-full())(), there)
page.key('Home', 'Newest request', () => { pick(0); keep(true) }, there)
page.key('End', 'Oldest request', () => pick(shown.length - 1), there)
page.key('Enter', 'Show the request in full', () => { if (!picked) pick(0); if (picked) page.show(picked, true) }, there)
page.key('Escape', 'Close the request', () => page.show(null), () => page.views.current === 'timeline' && page.shownRow !== null)
page.key('p', 'Pause, or go on', journal.pause, 'timeline')
page.key('f', 'Follow the newest', setFollow, 'timeline')
page.key('c', 'Clear the page', journal.clear, 'timeline')
page.key('z', 'One scale for all rows, or one for each', setScale, 'timeline')
page.on('paused', (on) => {
buttons.pause.setAttribute('aria-pressed', on)
buttons.pause.textContent = on ? 'Go on' : 'Pause'
if (!on && stale) rebuild()
})
keep()
},
show: draw
})
page.on('filter', (filter) => {
test = journal.matcher(filter)
rebuild()
})
page.on('sessions', () => page.filter.label && !journal.paused && rebuild())
// What has ended, in words, once a second.
const names = { closed: 'FIN', reset: 'RST', held: 'stalled', abandoned: 'left by the client', cancelled: 'cut off' }
let ended = {}
page.on('ended', ({ ending }) => {
if (journal.paused) return
ended[ending] = (ended[ending] ?? 0) + 1
page.announce(() => {
const all = Object.values(ended).reduce((sum, n) => sum + n, 0)
const others = Object.entries(ended).filter(([name]) => names[name]).map(([name, n]) => `, ${page.number(n)} ${names[name]}`)
ended = {}
return page.many(all, 'request') + others.join('')
})
})
}
{
const { element, journal } = page
const names = ['session', 'label', 'rule', 'failure', 'ending', 'unmatched', 'text']
const fields = {}
let typing = null
page.filter = {}
page.clearFilter = () => {
clearTimeout(typing)
typing = null
page.address.set(Object.fromEntries(names.map((name) => [name, null])))
}
const set = (name) => page.address.set({ [name]: fields[name].value.trim() })
const listed = (name, title) => {
// At once where it is a value that has occurred; else when it is complete.
const input = () => (!fields[name].value || journal.occurred[name].has(fields[name].value)) && set(name)
fields[name] = element('input', {
list: `${name}-list`, autocomplete: 'off', spellcheck: 'false', placeholder: 'any', title: `${title}; * at the end stands for anything`, on: { input, change: () => set(name) }
})
return element('label.field', title, fields[name], element('datalist', { id: `${name}-list` }))
}
page.filterFields = () => {
const input = () => {
clearTimeout(typing)
typing = setTimeout(() => {
typing = null
set('text')
}, 150)
}
const keydown = (event) => event.key === 'Escape' && fields.text.blur()
const endings = Object.entries(page.endings).map(([name, { word, title }]) => element('option', { value: name, title }, word))
fields.text = element('input', { type: 'search', placeholder: 'target, header, body …', spellcheck: 'false', autocomplete: 'off', on: { input, keydown } })
fields.ending = element('select', { on: { change: () => set('ending') } }, element('option', { value: '' }, 'any'), endings)
fields.unmatched = element('input', { type: 'checkbox', on: { change: () => page.address.set({ unmatched: fields.unmatched.checked ? '1' : null }) } })
const clear = page.button('Clear filter', page.clearFilter, { class: 'quiet', title: 'Clear the filter (x)' })
const unfold = () => fold.setAttribute('aria-expanded', fold.closest('.tools').classList.toggle('unfolded'))
const fold = page.button('Filter', unfold, { class: 'fold', 'aria-expanded': 'false' })
let was = {}
page.on('filter', (filter) => {
for (const [name, field] of Object.entries(fields)) {
if (name === 'text' && typing) continue
if (name === 'unmatched') field.checked = Boolean(filter[name])
else if (field !== document.activeElement || filter[name] !== was[name]) field.value = filter[name] ?? ''
field.parentElement.classList.toggle('set', Boolean(filter[name]))
}
was = filter
clear.style.visibility = Object.keys(filter).length ? '' : 'hidden'
})
page.key('/', 'Search', () => fields.text.select(), 'timeline')
page.key('x', 'Clear the filter', page.clearFilter, 'timeline')
queueMicrotask(() => page.tell('filter', page.filter))
return element('div', { class: 'filter', role: 'search' },
element('label.field.long', 'Search', fields.text), fold, listed('failure', 'Failure'), listed('rule', 'Rule'), listed('label', 'Label'),
element('label.field', 'Ending', fields.ending), element('label.check', fields.unmatched, 'unmatched'), clear)
}
// What has occurred is offered, at most twice a second.
let waiting = false
const offer = () => {
waiting = false
for (const [name, map] of Object.entries(journal.occurred)) {
const values = [...new Set([...map.keys(), ...(name === 'session' ? journal.sessions.keys() : [])])].slice(0, 800).sort()
page.byID(`${name}-list`)?.replaceChildren(...values.map((value) => element('option', { value }, name === 'session' ? journal.labels.get(value) : null)))
}
}
const soon = () => {
if (!waiting) setTimeout(offer, 500)
waiting = true
}
page.on('occurred', soon)
page.on('sessions', soon)
page.on('address', () => {
const filter = Object.fromEntries(names.map((name) => [name, page.address.get(name)]).filter(([, value]) => value !== null))
if (JSON.stringify(filter) === JSON.stringify(page.filter)) return
page.filter = filter
page.tell('filter', filter)
})
}
{
const { element, journal } = page
const mostShown = 1 << 18
const bytesOf = (text, encoding) =>
encoding ? Uint8Array.from(encoding === 'base64' ? atob(text) : text, (c) => c.charCodeAt(0)) : new TextEncoder().encode(text)
page.base64 = (bytes) => btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
const digits = (n, width = 2) => n.toString(16).padStart(width, '0')
const inHex = (bytes) => [...bytes].map((byte) => digits(byte)).join(' ')
const dump = (bytes) => {
const lines = []
for (let at = 0; at < Math.min(bytes.length, mostShown / 8); at += 16) {
const part = bytes.subarray(at, at + 16)
lines.push(`${digits(at, 6)}  ${inHex(part).padEnd(47)}  ${String.fromCharCode(...part).replace(/[^ -~]/g, '·')}`)
}
return element('pre.hex', lines.join('\n'))
}
/** Text in which control characters are seen, and those that change its direction. */
const visible = (value, text = String(value)) => [
text.slice(0, mostShown).replaceAll('\r\n', '\n').split(/([\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff])/).map((part, i) =>
i % 2 ? element('span.ctl', `\\u{${part.charCodeAt(0).toString(16)}}`) : part),
text.length > mostShown ? element('span.note', `\n… ${page.number(text.length - mostShown)} more characters`) : null
]
const body = (value, encoding) => (encoding ? dump(bytesOf(value, encoding)) : element('pre', visible(value)))
const note = (...words) => element('p.note', words)
const mono = (text, name = '') => element('td', { class: `mono ${name}` }, visible(String(text)))
const table = (rows, names, attributes = {}) => element('table', attributes,
names ? element('thead', element('tr', names.map((name) => element('th', { scope: 'col' }, name)))) : null,
element('tbody', rows.map((row) => element('tr', row.map((value) =>
value?.nodeName === 'TD' ? value : typeof value === 'number' ? element('td.number', page.number(value)) : element('td', {}, value))))))
page.table = table
const section = (title, more, ...content) =>
element('section', { 'aria-label': title }, element('h3', title, more ? element('span', {}, more) : null), content)
/** A word of a shell. Of what is in Latin-1, each character is a byte. */
const quote = (value, encoding) => {
const special = encoding ? /[^ -~]|[\\']/g : /[\0-\x08\x0b-\x1f\x7f\\']/g
if (!encoding && !/[\0-\x08\x0b-\x1f\x7f]/.test(value)) return `'${value.replaceAll("'", "'\\''")}'`
return `$'${value.replace(special, (c) => `\\x${digits(c.charCodeAt(0))}`)}'`
}
/** A host, for a shell and curl too. */
const plain = (host) => /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i.exec(host)
/** The first field with a name, of pairs. */
const named = (fields, wanted) => fields.find(([name]) => name.toLowerCase() === wanted)?.[1]
page.named = named
const curl = (entry) => {
const { headers = [], body = '', bodyEncoding, method, target, rawTarget = target ?? '/' } = entry
const binary = bodyEncoding || /^@|\0/.test(body)
const bytes = bytesOf(body, bodyEncoding)
const words = ['curl -g --path-as-is -i']
if (entry.tls) words.push('-k')
if (entry.protocol === 'HTTP/1.0') words.push('--http1.0')
if (method === 'HEAD') words.push('-I')
else if (method !== (body ? 'POST' : 'GET')) words.push(`-X ${quote(method, entry.methodEncoding)}`)
// To the gateway, whatever the Host is: credentials may be real.
const port = journal.sessions.get(entry.session)?.port ?? (location.port || (page.offline ? 8080 : location.protocol === 'https:' ? 443 : 80))
const gateway = `${location.hostname || '127.0.0.1'}:${port}`
const host = named(headers, 'host') ?? gateway
const name = plain(host)?.[1]
if (name === undefined) words.push(`-H ${quote(`Host: ${host}`, entry.headersEncoding)}`)
else if (name !== location.hostname && !/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/i.test(name)) words.push(`--noproxy '*' --connect-to '::${gateway}'`)
for (const [name, value] of headers) {
if (!/^(host|content-length|transfer-encoding|expect)$/i.test(name)) words.push(`-H ${quote(value ? `${name}: ${value}` : `${name};`, entry.headersEncoding)}`)
}
for (const name of ['user-agent', 'accept', body && 'content-type']) if (name && named(headers, name) === undefined) words.push(`-H '${name}:'`)
if (body) words.push(`--data-binary ${binary ? '@-' : quote(body)}`)
const word = quote(rawTarget, entry.rawTargetEncoding ?? entry.targetEncoding)
const whole = rawTarget[0] === '/'
if (!whole) words.push(`--request-target ${word}`)
const origin = `http${entry.tls ? 's' : ''}://${name === undefined ? gateway : host}`
words.push(whole ? word.replace("'", () => `'${origin}`) : `'${origin}/'`)
const command = words.join(' \\\n  ')
const all = binary ? `base64 -d <<'END' | ${command}\n${page.base64(bytes)}\nEND` : command
return entry.truncated ? `# The journal kept ${page.number(bytes.length)} bytes of the body, of ${page.number(entry.bodyBytes)}.\n${all}` : all
}
/** Of a scenario: what has braces stands for itself, and is no placeholder. */
const literal = (value) => {
if (typeof value === 'string') return value.replaceAll('{{', '{{{{')
if (Array.isArray(value)) return value.map(literal)
return value && typeof value === 'object' ? Object.fromEntries(literal(Object.entries(value))) : value
}
const match = ({ method, path, query = {}, json, body, bodyEncoding, truncated }) => {
const wanted = { method }
if (path !== undefined) wanted.path = /^\/[\w./~-]*$/.test(path) ? path : { equals: path }
if (json !== undefined) wanted.json = { like: json }
else if (body && !truncated) wanted.body = bodyEncoding ? { base64: body } : body
// Names of fields have no placeholders.
const fields = Object.entries(query).map(([name, values]) => [name, literal(values.length === 1 ? values[0] : { all: values })])
return { ...literal(wanted), query: fields.length ? Object.fromEntries(fields) : undefined }
}
const name = (entry) => `${entry.method} ${entry.path ?? entry.target}`.slice(0, 80)
page.headSize = ({ head, headEncoding, headTruncated }) => headTruncated ?? bytesOf(head ?? '', headEncoding).length
/** Line and fields of an answer. Interim heads may be before its own. */
page.answerHead = ({ head, headEncoding }) => {
const [line = '', ...fields] = (headEncoding ? '' : head ?? '').split('\r\n\r\n').findLast(Boolean)?.split('\r\n') ?? []
return [line, fields.map((field) => /^([^:]*):\s*(.*?)\s*$/.exec(field)?.slice(1)).filter(Boolean)]
}
/** The body of an answer that left whole, in one piece, as text; empty where it has none. */
page.answered = ({ ending, sent = {} }) => {
const { head, headEncoding, headTruncated, body, bodyEncoding, bodyTruncated } = sent
if (ending !== 'complete' && ending !== 'closed') return undefined
const size = sent.bytes - page.headSize(sent)
// A scenario can cut it and close.
const cut = size < named(page.answerHead(sent)[1], 'content-length')
if (cut || bodyEncoding || bodyTruncated || headEncoding || headTruncated || /\r\n(transfer|content)-encoding:/i.test(head)) return undefined
return size ? body : ''
}
const reply = (entry) => {
const { rule, sent = {} } = entry
const status = rule && sent.status >= 200 ? sent.status : 200
const text = rule ? page.answered(entry) : undefined
if (text === '' || status === 204 || status === 304) return { status }
if (text === undefined) return { status, json: {} }
const type = named(page.answerHead(sent)[1], 'content-type') ?? null
const json = page.parsed(text)
if (type === 'application/json' && JSON.stringify(json) === text) return literal({ status, json })
return literal({ status, headers: { 'Content-Type': type }, text })
}
const asExpectation = (entry) => ({ name: name(entry), match: match(entry), requests: 1 })
/** A rule that takes this request: the failure that it got, or an answer to be filled in. */
const asRule = (entry) => ({ name: name(entry), match: match(entry), ...(entry.failure ? { fail: entry.failure } : { reply: reply(entry) }) })
const pretty = (value) => JSON.stringify(value, null, 2)
let panel
let current = 0
page.shownRow = null
page.mountRequest = (parent) => {
panel = element('aside', { class: 'full', 'aria-label': 'Request in full', hidden: true })
parent.append(panel)
page.on('rows', ({ changed, all }) => {
if (all && page.shownRow) page.show(null)
else if (changed && changed === page.shownRow) page.show(changed)
})
}
page.show = async (row, focus) => {
const mine = ++current
const scrolled = row === page.shownRow ? panel.lastChild?.scrollTop : 0
page.shownRow = row
let entry = null
let problem = null
if (row) {
try {
entry = await journal.whole(row)
} catch (error) {
problem = error
}
if (mine !== current) return
try {
fill(row, entry ?? journal.reduced(row), entry !== null, problem)
} catch (error) {
page.fail(error)
row = page.shownRow = null
}
}
panel.hidden = !row
page.tell('shown', row)
if (scrolled) panel.lastChild.scrollTop = scrolled
if (focus || (row && matchMedia('(max-width: 900px)').matches)) panel.lastChild?.focus()
page.selected = row && (entry ?? journal.reduced(row))
page.tell('selected', page.selected)
}
const fact = (title, value) => ([null, undefined, ''].includes(value) ? null : element('span', `${title} `, element('b', {}, value)))
const fill = (row, entry, whole, problem) => {
const ending = page.ending()
ending.set(row.ending)
const copy = (title, make) => page.button(title, async () => {
try {
await page.copy(make(entry))
} catch (error) {
page.fail(error)
}
})
const copies = ['Copy as', copy('curl', curl),
copy('rule', (entry) => pretty(asRule(entry))), copy('expectation', (entry) => pretty(asExpectation(entry))), copy('JSON', pretty)]
panel.replaceChildren(
element('div.title',
element('div.row', element('h2', entry.method ? visible(`${entry.method} ${entry.target}`) : row.what),
page.button('Close', () => page.show(null), { class: 'quiet', title: 'Close (Escape)' })),
element('div.row.told', ending, fact('status', row.status), fact('failure', entry.failure), fact('rule', entry.rule ?? row.rule ?? (row.unmatched ? 'none' : null)),
fact('step', entry.step), fact('hit', entry.hit), fact('session', entry.session), fact('label', journal.labels.get(entry.session)), fact('at', page.time(entry.time)),
fact('entry', entry.seq), fact('connection', entry.connection), fact('', entry.protocol),
entry.clientClosed ? fact('', 'the client had closed its side') : null, entry.crossed ? fact('', 'crossed the end of its connection') : null),
entry.method && whole ? element('div.row', element('div', { class: 'row', role: 'group', 'aria-label': 'Copy as' }, copies),
page.button('Break the next one', () => page.breakNext(entry))) : null),
element('div', { class: 'text', tabIndex: 0, role: 'document', 'aria-label': 'Details' }, times(row),
whole ? [near, notes, came, calls, tls, left].map((part) => part(entry)) : missing(problem))
)
}
const missing = (problem) => element('p.note.warn', problem ? `The rest could not be asked for: ${problem.message}` :
'Head and body are no longer here: the page had no room for them, and the gateway has dropped the entry, or its session.')
const times = (row) => {
const total = page.lasted(row)
const track = page.track()
track.set(row, total || 1)
const words = [['first byte', row.first], ['last byte', row.last], [row.ending === 'open' ? 'so far' : 'end', total]].filter(([, ms]) => ms !== null)
return element('section', { class: 'big', 'aria-label': 'Times' }, track,
element('div.scale', element('span', '0'), element('span', words.map(([name, ms]) => `${name} ${page.milliseconds(ms)}`).join(' · ') || 'no time is known')))
}
/** What came and what was wanted, of a sentence such as `header "x" is missing, the rule wants "b"`. */
const difference = (sentence) => {
const [, what, is, wants] = /^(.*?) (?:is|are) (.*), the rule wants (.*)$/s.exec(sentence) ?? []
return what ? [what, mono(is, 'came'), mono(wants, 'wanted')] : [sentence, '', '']
}
const near = ({ nearest, differences = [] }) => nearest === undefined && !differences.length ? null :
section('No rule took it', nearest === undefined ? null : ['the nearest is ', element('b', {}, nearest)], table(differences.map(difference), ['differs', 'came', 'wanted']))
const notes = (entry) => entry.notes?.length ? section('Notes', null, element('ul', entry.notes.map((note) => element('li', visible(note))))) : null
const bodyTitle = (bytes, text = '', encoding) => {
const kept = bytesOf(text, encoding).length
return element('h3', 'Body', element('span', `${page.number(bytes)} bytes${kept < bytes ? `, of which ${page.number(kept)} are kept` : ''}`))
}
const came = (entry) => {
if (!entry.method) {
const { received } = entry
return received ? section('As it came', `${page.number(received.bytes)} bytes, no request`, body(received.text ?? received.base64 ?? '', received.base64 && 'base64')) : null
}
const bytes = entry.bodyBytes ?? 0
const header = ([name, value]) => {
const cell = mono(value)
if (entry.headersEncoding && /[^ -~]/.test(value)) cell.append(element('div.faint', inHex(bytesOf(value, 'latin1'))))
return [visible(name), cell]
}
const content = [table([[entry.method, mono(`${entry.rawTarget ?? entry.target} ${entry.protocol ?? ''}`)], ...(entry.headers ?? []).map(header)], null, { class: 'pairs' })]
if (entry.headersEncoding) content.push(note('The head is no UTF-8: a character stands for each byte.'))
if (!bytes) content.push(note('No body.'))
else content.push(bodyTitle(bytes, entry.body, entry.bodyEncoding))
const sent = bytes && entry.body !== undefined ? body(entry.body, entry.bodyEncoding) : null
if (entry.json === undefined) content.push(sent)
else content.push(body(pretty(entry.json)), sent && element('details', element('summary', 'as it was sent'), sent))
if (entry.decoded !== undefined) content.push(element('h3', 'Decoded'), body(entry.decoded, entry.decodedEncoding))
return section('As it came', null, content)
}
const calls = (entry) => {
if (!entry.calls) return null
let parts = entry.json
if (!Array.isArray(parts)) parts = page.parsed(parts?.batch ?? new URLSearchParams(entry.body).get('batch'))
const call = (part) => (part ? `${part.method ?? ''} ${part.relative_url ?? JSON.stringify(part)}`.trim().slice(0, 200) : '')
return section('Calls of the batch', entry.callsTruncated ? `${entry.calls.length} of ${entry.callsTruncated}` : null,
table(entry.calls.map((one, i) => [String(i + 1), mono(call(parts?.[i])), one.rule ?? 'none', one.step, one.hit, one.failure]),
['', 'call', 'rule', 'step', 'hit', 'failure']))
}
const tls = ({ tls, hello, alert, sent }) => {
const rows = Object.entries({ ...tls, ...hello, 'alert of the client': alert, 'alert of the gateway': sent?.alert }).filter(([, value]) => value !== undefined)
return rows.length ? section('TLS', null, table(rows.map(([name, value]) => [name, mono([value].flat().join(', '))]), null, { class: 'pairs' })) : null
}
const left = (entry) => {
const { sent = {} } = entry
const { bytes = 0, head, headEncoding, headTruncated, body: behind = '', bodyEncoding } = sent
if (!bytes) return section('As it left', null, note(entry.ending === null ? 'Nothing has left so far.' : 'Nothing was sent.'))
if (typeof head !== 'string') return section('As it left', `${page.number(bytes)} bytes`, note('The journal counts them, and keeps none.'))
const size = page.headSize(sent)
return section('As it left', `${page.number(bytes)} bytes, ${page.number(size)} of them head`, body(headEncoding ? head : head.replace(/(\r\n)+$/, ''), headEncoding),
headTruncated ? note('The head is not kept whole.') : null,
bytes > size ? bodyTitle(bytes - size, behind, bodyEncoding) : note('No body followed.'),
behind ? body(behind, bodyEncoding) : bytes > size && note('It came before the page watched, goes on, is too old, or one of too many.'))
}
}
{
const { element, journal } = page
let parts = 0
const partial = ({ raw }) => !raw || raw.includes('"truncated":')
/** Entries of rows: the gateway is asked for those of which the page kept a part. */
const collect = async (rows) => {
const found = new Map()
const first = new Map()
if (!page.offline && journal.file === null) for (const row of rows) if (partial(row) && row.session && !(row.seq > first.get(row.session))) first.set(row.session, row.seq)
for (const [session, seq] of first) {
let after = seq - 1
for (let pages = 0; pages < 10; pages++) {
const { json } = await page.call('GET', `sessions/${page.segment(session)}/journal?limit=10000&after=${after}`).catch(() => ({}))
for (const entry of json?.entries ?? []) found.set(journal.key({ session, ...entry }), entry)
if (!json?.entries.length) break
after = encodeURIComponent(json.next)
}
}
parts = 0
return rows.map((row) => {
const entry = partial(row) && found.get(journal.key(row))
return entry ? journal.joined(row, entry) : journal.kept(row) ?? (parts++, journal.reduced(row))
})
}
// HAR 1.2: what it cannot say is in `_mishap`.
const asHAR = (entry) => {
const { sent = {}, headers = [], query = {}, ending, failure = null, rule = null, session = null } = entry
const headSize = page.headSize(sent)
const bodySize = Math.max(0, (sent.bytes ?? 0) - headSize)
const [line, answered] = page.answerHead(sent)
const [, httpVersion = '', statusText = ''] = /^(\S+) +\d+ ?(.*)$/.exec(line) ?? []
const pairs = (list) => list.map(([name, value]) => ({ name, value }))
const named = (list, name) => page.named(list, name) ?? ''
const target = entry.rawTarget ?? entry.target ?? '/'
const url = /^[a-z]+:\/\//i.test(target) ? target : `http${entry.tls ? 's' : ''}://${named(headers, 'host') || 'localhost'}${target}`
return {
startedDateTime: entry.time, time: entry.milliseconds ?? 0, connection: String(entry.connection ?? ''),
request: {
method: entry.method ?? '', url, httpVersion: entry.protocol ?? '', cookies: [], headers: pairs(headers),
queryString: pairs(Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value]))),
postData: entry.bodyBytes ? { mimeType: named(headers, 'content-type'), params: [], text: entry.body ?? '', comment: entry.bodyEncoding } : undefined,
headersSize: -1, bodySize: entry.bodyBytes ?? 0
},
response: {
status: sent.status ?? 0, statusText, httpVersion, cookies: [], headers: pairs(answered),
content: { size: bodySize, mimeType: named(answered, 'content-type'), text: page.answered(entry) },
redirectURL: named(answered, 'location'), headersSize: headSize || -1, bodySize
},
cache: {},
timings: { send: 0, wait: sent.firstByteAt ?? entry.milliseconds ?? 0, receive: (sent.lastByteAt ?? sent.firstByteAt ?? 0) - (sent.firstByteAt ?? 0) },
_mishap: { ending, failure, rule, session, label: journal.labels.get(session), entry }
}
}
const line = (text, i) => {
try {
return JSON.parse(text)
} catch {
throw new Error(`line ${i + 1} is no JSON`)
}
}
page.openText = (name, text) => {
try {
const whole = page.parsed(text)
const har = whole?.log?.entries?.map((one) => one._mishap ?? {})
const list = har?.map(({ entry }) => entry) ?? whole?.entries ?? text.split('\n').filter((text) => text.trim()).map(line)
const wrong = list.findIndex((entry) => typeof entry?.time !== 'string')
if (wrong >= 0 || !list.length) throw new Error(list.length ? `entry ${wrong + 1} is not of Mishap` : 'it has no entries')
journal.open(list, name, har?.filter(({ label }) => label).map(({ session, label }) => [session, label]))
page.mend('file')
page.views.go('timeline')
} catch (error) {
page.fail(`${name} is no journal (NDJSON or HAR 1.2): ${error.message}.`, 'file')
}
}
const take = async (file) => file && page.openText(file.name, await file.text())
page.openFile = () => {
const input = element('input', { type: 'file', accept: '.ndjson,.jsonl,.har,.json', on: { change: () => take(input.files[0]) } })
input.click()
}
/** The hashes of a page's styles and scripts. Plain http from elsewhere has no `crypto.subtle`. */
const hashes = async (root) => {
const sources = async (kind) => {
const all = [...root.querySelectorAll(kind)].map((node) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(node.textContent)))
return `${kind}-src ${(await Promise.all(all)).map((hash) => `'sha256-${page.base64(new Uint8Array(hash))}'`).join(' ')}`
}
if (crypto.subtle) return `${await sources('script')}; ${await sources('style')}`
const { text, headers } = await page.call('GET', '', null, { accept: 'text/html' })
if (!text.includes(root.querySelector('body > script').textContent)) throw new Error('The gateway has another page now: reload this one.')
return headers.get('Content-Security-Policy').match(/(script|style)-src [^;]+/g).join('; ')
}
const stamped = (kind) => `mishap-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${kind}`
const save = {
ndjson: async (rows) => page.download(stamped('ndjson'), 'application/x-ndjson', (await collect(rows)).map((entry) => `${JSON.stringify(entry)}\n`)),
har: async (rows) => {
const entries = (await collect(rows)).flatMap((entry, i) => [i ? ',\n' : '', JSON.stringify(asHAR(entry))])
const creator = JSON.stringify({ name: 'Mishap', version: page.version ?? '' })
page.download(stamped('har'), 'application/json', [`{"log":{"version":"1.2","creator":${creator},"entries":[\n`, ...entries, '\n]}}\n'])
},
/** The page as one file, which opens without a gateway: its policy allows no address at all. */
page: async (rows) => {
const root = page.source()
const name = stamped('html')
for (const old of root.querySelectorAll('#saved, meta[http-equiv]')) old.remove()
const content = `default-src 'none'; ${await hashes(root)}; img-src data:; base-uri 'none'; form-action 'none'`
root.querySelector('meta').after(element('meta', { 'http-equiv': 'Content-Security-Policy', content }))
if (rows) {
const sessions = new Set(rows.map(({ session }) => session))
const saved = JSON.stringify({ name, labels: [...journal.labels].filter(([id]) => sessions.has(id)), entries: await collect(rows) })
root.querySelector('body > script').before(element('script', { type: 'application/json', id: 'saved' }, saved.replaceAll('<', '\\u003c')))
}
page.download(name, 'text/html', `<!doctype html>\n<html lang="en">${root.getHTML()}</html>\n`)
}
}
page.save = async (kind, rows) => {
parts = 0
await save[kind](rows).catch(page.fail)
if (parts) page.say(`Saved; ${page.number(parts)} as rows alone: the gateway has dropped them.`)
}
page.saveDialog = async () => {
const rows = journal.matching(page.filter).filter((row) => !row.gap)
const words = `${page.many(rows.length, 'request')}${Object.keys(page.filter).length ? ' that the filter takes' : ''}.`
const kind = await page.ask({
title: 'Save',
body: [
element('p', words, journal.gaps ? ' Those that came too fast for the page are in the journals of the gateway alone.' : null),
element('p.note', 'Each can be opened here again; HAR is for other programs, too, and the page is one file that needs no gateway. NDJSON has no labels. Of what the gateway has dropped, only rows are saved. Journals have all that clients sent, credentials too.')
],
actions: [{ label: 'Page alone', value: 'alone' }, { label: 'Page with journal', value: 'page' },
{ label: 'HAR', value: 'har' }, { label: 'NDJSON', value: 'ndjson', primary: true }]
})
if (kind === 'alone') page.save('page', null)
else if (kind) page.save(kind, rows)
}
page.fileButtons = () => [page.button('Save', page.saveDialog, { title: 'Save the journal or the page (S)' }), page.button('Open', page.openFile, { title: 'Open a saved journal (o)' })]
const dragging = (on) => (event) => {
if (!event.dataTransfer?.types.includes('Files')) return
event.preventDefault()
document.body.classList.toggle('drop', on)
if (event.type === 'drop') take(event.dataTransfer.files[0])
}
addEventListener('dragover', dragging(true))
addEventListener('dragleave', dragging(false))
addEventListener('drop', dragging(false))
}
// Breaks requests by hand: rules with a failure, put above those of a session, and taken back again.
// Also what the views of a gateway share: `page.part`.
{
let made = 0
const { element: h, many } = page
const row = (...children) => h('div.row', ...children)
const stack = (...children) => h('div.stack', ...children)
const note = text => h('p.note', text)
const field = (label, control, ...after) => h('label.field', label, control, ...after)
const input = (more) => h('input', { autocomplete: 'off', spellcheck: 'false', ...more })
const act = (label, run, more) => page.button(label, async () => {
page.mend('any')
try { await run() } catch (error) { page.fail(error) }
}, more)
const quietly = error => { if (!(error instanceof page.Gone)) page.fail(error) }
// A view's panel: everything in it is off, and says so, while no gateway answers. `load` is called when one does.
const body = (section, load, ...children) => {
const notice = h('p.panel.note.warn', { role: 'status' })
const all = h('fieldset.body.stack', { disabled: true }, ...children)
const update = state => {
const off = state === 'file' || (state === 'gone' && page.stateWords !== 'refused')
if (all.disabled && !off) load().catch(quietly)
all.disabled = off
notice.hidden = !off || page.stateWords === 'connecting'
notice.textContent = state === 'file'
? 'This is a saved journal: what is here needs a gateway. Start one by "mishap serve", and open its /__mishap/.'
: 'No gateway answers. What is here stays as it was, and goes on when it is back.'
}
page.on('connection', update)
update(page.state)
section.append(notice, all)
}
// Calls `run` at once and each second while its view is shown.
const watch = run => {
let shown = false
let going = false
let timer = 0
const now = async () => {
if (going) return
going = true
clearTimeout(timer)
if (!document.hidden && page.state !== 'file') await run().catch(quietly)
going = false
if (shown) timer = setTimeout(now, 1000)
}
return { start: () => { shown = true; now() }, stop: () => { shown = false; clearTimeout(timer) }, now }
}
// A search field with its list, a combobox: `find(text)` gives items { id, name, text, tag }, `pick(item)` takes one.
const chooser = ({ label, hint, find, pick, controls }) => {
const id = 'chooser' + ++made
const list = h('div', { role: 'listbox', id: id + '-list', class: 'choices', tabIndex: -1, 'aria-label': label })
const rest = h('p.note', { role: 'status' })
const search = input({
type: 'search', role: 'combobox', placeholder: hint, 'aria-autocomplete': 'list', 'aria-expanded': 'true', 'aria-controls': id + '-list'
})
let items = []
let at = -1
let chosen = null
const mark = (index = at) => {
at = index
for (const [i, one] of [...list.children].entries()) {
one.classList.toggle('active', i === at)
one.setAttribute('aria-selected', items[i].id === chosen)
}
if (at >= 0) search.setAttribute('aria-activedescendant', `${id}-${at}`)
else search.removeAttribute('aria-activedescendant')
}
const take = index => {
if (!items[index] || list.closest('fieldset').disabled) return
chosen = items[index].id
mark(index)
pick(items[index])
}
const draw = () => {
const found = find(search.value.trim())
const next = found.slice(0, 200)
rest.textContent = found.length > 200 ? `${page.number(found.length - 200)} more: search for them.` : found.length ? '' : 'Nothing is called so.'
if (JSON.stringify(next) === JSON.stringify(items)) return
items = next
list.replaceChildren(...items.map((item, i) => h('div', {
role: 'option', id: `${id}-${i}`, class: 'choice', on: { mousedown: event => event.preventDefault(), click: () => take(i) }
}, h('span.name', item.name), item.tag && h('span.tag', item.tag), h('span.faint', item.text ?? ''))))
mark(search.value && items.length ? 0 : items.findIndex(item => item.id === chosen))
}
search.addEventListener('input', draw)
search.addEventListener('keydown', event => {
const { key } = event
const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[key]
if (to !== undefined) {
mark(Math.max(0, Math.min(items.length - 1, to)))
list.children[at]?.scrollIntoView({ block: 'nearest' })
} else if (key === 'Enter') take(Math.max(at, 0))
else return
event.preventDefault()
})
return { node: h('div.panel.stack.chooser', field(label, search), controls, list, rest), search, draw, choose: item => { chosen = item; mark() } }
}
const table = (label, heads, rows) => h('div.wide', page.table(rows, heads, { 'aria-label': label }))
const address = (name, url) => h('div.row.address', h('code', url),
page.button('Copy', () => page.copy(url), { class: 'quiet', 'aria-label': `Copy ${name}` }))
// Replaces what a node shows only where it has changed, so that what has the focus or is selected stays.
const show = (node, data, make) => {
const key = JSON.stringify(data)
if (node.shown === key) return false
node.shown = key
node.replaceChildren(...[make(data)].flat().filter(Boolean))
return true
}
const sure = (title, text, label) => page.ask({
title, body: h('p', { text }), actions: [{ label: 'Keep it', value: false }, { label, value: true, danger: true, primary: true }]
})
const isGone = error => error instanceof page.Problem && (error.status === 404 || error.status === 410)
const path = (id, rest = '') => `sessions/${page.segment(id)}${rest}`
const has = (text, ...values) => text.toLowerCase().split(/\s+/).every(word => values.join(' ').toLowerCase().includes(word))
let sessions = []
const loadSessions = async () => {
const rank = ({ id, requests }) => id[0] === '~' ? 0 : id.includes('~') ? 1 : requests ? 2 : id === 'default' ? 3 : 4
sessions = (await page.pages('sessions')).sort((a, b) => rank(a) - rank(b) || (rank(a) < 2 ? b.created.localeCompare(a.created) : 0))
}
const findSessions = text => sessions.filter(one => has(text, one.id, one.label, one.scenario)).map(({ id, label, scenario, requests }) => ({
id, name: label ?? id, tag: requests ? many(requests, 'request') : '',
text: [label && id, scenario !== id && scenario !== label && scenario].filter(Boolean).join(' · ')
}))
const gone = id => {
page.fail(`Session ${id} is gone: choose another one.`)
page.address.set({ session: null })
loadSessions().catch(quietly)
}
page.part = { h, row, stack, note, field, input, act, quietly, body, watch, chooser, table, address, show, sure, isGone, path, has, loadSessions, findSessions, gone }
// The catalogue: 2 MB, fetched when it is first needed.
let catalogue = []
let loading = null
const named = name => catalogue.find(one => one.name === name) ??
{ ...catalogue.find(one => one.name === 'http/status/503'), name, summary: `The gateway answers with status ${name.slice(12)}.`, reports: {} }
const loadCatalogue = () => (loading ??= page.call('GET', 'catalogue').then(({ json }) => {
catalogue = json.filter(one => one.name)
page.schema.meaning = name => catalogue.find(one => one.name === name)?.summary
}).catch(error => { loading = null; throw error }))
// As `mishap explain` searches: names and codes first, then words, then what clients report.
const search = text => {
const wanted = text.toLowerCase().replace(/^(error|code|status|errno|subcode)\s+#?/, '').replace(/::.*/, '')
const place = one => {
const later = one.kind === 'connection' ? 0.4 : one.inducible ? 0 : 0.5
const names = [one.name, ...one.aliases ?? []].map(name => name.toLowerCase())
if (!wanted) return ({ http: 1, tcp: 2, tls: 3 }[one.system] ?? 4) + later
if (names.some(name => name === wanted || name.endsWith('/' + wanted))) return 1 + later
if (names.some(name => name.includes(wanted))) return 2 + later
const printed = has(wanted, ...Object.values(one.reports ?? {}))
if (printed && /^(http|tcp|tls)$/.test(one.system)) return 2 + later
return has(wanted, one.name, one.summary) ? 3 + later : printed ? 4 + later : 0
}
const found = catalogue.map(one => ({ one, at: place(one) })).filter(({ at }) => at).sort((a, b) => a.at - b.at).map(({ one }) => one)
if (/^[1-9]\d\d$/.test(wanted) && wanted !== '503') found.unshift(named('http/status/' + wanted))
return found
}
// What was broken by hand: rules whose names say so, in all sessions.
const prefix = 'by hand: '
let broken = []
let scanned = false
const suspected = new Set()
const taken = new Set()  // An answer that was under way may still tell of them.
const rescan = () => { scanned = false }
page.on('ended', ({ rule, session }) => { if (rule?.startsWith(prefix)) suspected.add(session) })
document.addEventListener('visibilitychange', rescan)
const read = (session, { name, hits }) => {
const [, failure = name.slice(prefix.length), times, match = ''] = /^by hand: (\S+?)(?:, (\d+|each) of (.*))? \([\d:.]+\)$/s.exec(name) ?? []
return {
key: `${session} ${name}`, session, name, hits, failure, match, times: Number(times) || 0, span: times ? span(Number(times)) : '',
label: sessions.find(one => one.id === session)?.label
}
}
const takeBack = async ({ key, session, name }) => {
await page.call('DELETE', path(session, '/rules/' + encodeURIComponent(name))).catch(error => { if (!isGone(error)) throw error })
taken.add(key)
broken = broken.filter(rule => rule.key !== key)
drawBroken()
}
const look = async id => {
const before = [...broken]
let rules = []
try { rules = (await page.call('GET', path(id))).json.rules } catch (error) {
if (!isGone(error)) throw error
sessions = sessions.filter(one => one.id !== id)
if (before.some(rule => rule.session === id)) page.say(`Session ${id} is gone, and with it what was broken there.`)
}
const found = rules.filter(({ name }) => name.startsWith(prefix)).map(rule => read(id, rule)).filter(({ key }) => !taken.has(key))
if (!found.length) suspected.delete(id)
broken = broken.filter(rule => rule.session !== id || !(before.includes(rule) || found.some(({ key }) => key === rule.key)))
broken = [...found, ...broken].sort((a, b) => b.name.slice(-14).localeCompare(a.name.slice(-14)))
}
// Looks at all sessions only when the view is shown and before all is mended: it lets them live longer.
const check = async all => {
const ids = new Set([...broken.map(rule => rule.session), ...suspected])
all ||= !scanned
if (all) await loadSessions()
scanned = true
for (const { id } of sessions) if (id !== '~fail' && (all || id === page.session)) ids.add(id)
const left = [...ids]
while (left.length) await Promise.all(left.splice(0, 20).map(look))
drawBroken()
}
const span = times => !times ? 'until taken back' : times === 1 ? 'the next request' : `the next ${many(times, 'request')}`
const title = h('h2', { id: 'broken-title' })
const list = stack()
const mend = act('Mend everything', async () => {
await check(true)
const all = broken.length
const failed = (await Promise.allSettled(broken.map(takeBack))).find(result => result.reason)
if (failed) throw failed.reason
page.say(`Mended: ${many(all, 'rule')} taken back.`)
}, { class: 'primary' })
const drawBroken = () => {
mend.hidden = !broken.length
title.textContent = 'Broken by hand' + (broken.length ? ` (${broken.length})` : '')
show(list, broken, () => !broken.length
? note('Nothing. Whatever is broken here stands in this list until it is taken back, over all sessions.')
: table('Broken by hand', ['Failure', 'For', 'Requests', 'Session', 'Taken', ''], broken.map(rule => [
h('code', rule.failure), rule.span, h('span.mono', rule.match),
h('span', { title: rule.session, text: rule.label ?? rule.session }),
page.number(rule.hits) + (rule.times ? ` of ${page.number(rule.times)}` : ''),
act('Take back', async () => { await takeBack(rule); page.say(`${rule.failure} is taken back.`) }, { 'aria-label': `Take back ${rule.failure} of ${rule.label ?? rule.session}` })
])))
}
let entry = null
let parameters = []
let filled = null
const times = input({ type: 'number', min: '1', max: '1000000', value: '1' })
const forever = h('input', { type: 'checkbox', on: { change: () => { times.disabled = forever.checked } } })
const method = input({ placeholder: 'any, such as POST' })
const pathField = input({ placeholder: 'any, such as /orders/{id}/**' })
const target = input({ placeholder: 'anything' })
const reply = h('textarea', { rows: '2', spellcheck: 'false', class: 'mono', placeholder: '{ "json": { "ok": true } }' })
const details = stack()
const refusal = h('p.bad', { role: 'alert' })
const give = page.button('Break it', () => breakIt(), { class: 'primary' })
const parameter = ({ name, summary, takes, default: standard }) => {
const [kind] = takes.split(';')
const words = kind === 'true or false' || /^[^ ,]+(, [^ ,]+)* or [^ ,]+$/.test(kind) ? kind.split(/, | or /) : null
const json = /JSON|^an object|^a list/.test(kind)
const preset = String(standard ?? '')
const control = words
? h('select', preset ? null : h('option', { value: '' }), words.map(value => h('option', value)))
: json
? h('textarea', { rows: '2', spellcheck: 'false', class: 'mono' })
: input(/^(-?\d+ to -?\d+|any integer)$/.test(kind) ? { type: 'number' } : {})
control.value = preset
const read = () => {
const text = control.value.trim()
if (text === '' || text === preset) return undefined
if (json) try { return JSON.parse(text) } catch { throw new Error(`"${name}" takes ${kind}: this is not JSON.`) }
if (kind === 'true or false') return text === 'true'
return kind !== 'text' && !words && /^-?\d+$/.test(text) ? Number(text) : text
}
return { name, read, node: field(h('span.mono', name), control, `${summary} Takes ${kind}.`) }
}
const choose = chosen => {
entry = chosen
refusal.textContent = ''
const { name, kind, summary, inducible, reason, wire, causes, reports = {} } = entry
const possible = inducible && kind !== 'connection'
give.disabled = !possible
parameters = !possible ? [] : (entry.parameters ?? []).map(parameter)
if (possible && causes?.length > 1) {
parameters.unshift(parameter({ name: 'by', summary: 'What leads to it.', takes: `${causes.slice(0, -1).join(', ')} or ${causes.at(-1)}` }))
}
const clients = Object.entries(reports)
details.replaceChildren(
row(h('h2.mono', name), h('span.tag', kind ?? 'not by a server')),
h('p', summary ?? ''),
!possible && kind !== 'connection' ? note(`It cannot be given to a request: ${reason ?? 'it is not built yet'}.`) : '',
kind === 'connection' ? connection() : '',
wire ? note(wire) : '',
clients.length ? h('details', h('summary', 'What clients report'), table('What clients report', ['Client', 'Reports'], clients)) : '',
h('div.fields', parameters.map(one => one.node)),
possible && kind === 'spoiler' ? field('The answer that it spoils: a reply as in a scenario. Left empty, one of its own.', reply) : '')
}
// A failure of connections needs a port of its own: a session with one shows it.
const connection = () => {
const connections = [{ fail: entry.name }]
const shown = h('div.stack', { role: 'status' })
return h('div.panel.stack',
note('It happens to a connection, before there is a request, so that no rule can give it. It needs a port of its own: this in a scenario, and'),
h('code', JSON.stringify({ connections })), address('the command', 'mishap serve --listen NAME=PORT'),
row(act('Open a session with such a port', async () => {
const scenario = { connections, ...(entry.phase !== 'connection' && { rules: [{ reply: { json: { ok: true } } }] }) }
const { json } = await page.call('POST', 'sessions', { scenario, label: `${entry.name} by hand` })
shown.replaceChildren(note(`Session ${json.id} has it on port ${json.port}:`), address('the address', json.url), address('the address in TLS', json.httpsUrl))
await loadSessions()
})), shown)
}
const breakIt = async () => {
const id = page.session
refusal.textContent = ''
try {
if (!entry) throw new Error('Choose a failure first.')
if (!id) throw new Error('Choose a session first: the one whose requests are to fail.')
const step = { fail: entry.name }
const given = parameters.map(one => [one.name, one.read()]).filter(([, value]) => value !== undefined)
if (given.length) step.with = Object.fromEntries(given)
if (entry.kind === 'spoiler' && reply.value.trim()) {
try { step.reply = JSON.parse(reply.value) } catch (error) { throw new Error(`The answer is not JSON: ${error.message}`) }
}
const count = forever.checked ? 0 : Number(times.value) || 1
const match = {}
const [verb, place, part] = [method, pathField, target].map(one => one.value.trim())
if (verb) match.method = verb
if (place) match.path = place === filled && /[{}*]/.test(place) ? { equals: place } : place
if (part) match.target = { contains: part }
const some = Object.keys(match).length ? { match } : {}
const matched = [verb, place, part && `with ${part}`].filter(Boolean).join(' ').slice(0, 200) || 'all'
const name = `${prefix}${entry.name}, ${count || 'each'} of ${matched} (${page.time(Date.now())})`
await page.call('POST', path(id, '/rules'), { name, ...some, ...(count ? { steps: [{ ...step, times: count }], atEnd: 'pass' } : step) })
const rule = read(id, { name, hits: 0 })
// A look may have found it already.
if (!broken.some(({ key }) => key === rule.key)) broken.unshift(rule)
drawBroken()
page.say(`${entry.name}: ${span(count)} of ${id}.`)
} catch (error) {
if (isGone(error)) return gone(id)
refusal.textContent = error.json?.diagnostics?.map(one => one.message).join('; ') ?? error.message
}
}
const failures = chooser({
label: 'Failure',
hint: '503, ECONNRESET, truncated',
find: text => search(text).map(({ name, summary, kind, inducible }) => ({
id: name, name, text: summary, tag: kind === 'connection' ? 'connection' : inducible ? '' : 'not by a server'
})),
pick: ({ id }) => choose(named(id))
})
const often = { 503: 'http/status/503', 429: 'http/status/429', Timeout: 'http/timeout', Reset: 'tcp/reset', 'Cut off': 'tcp/close-mid-body', 'Half of the JSON': 'http/truncated-json', HTML: 'http/html' }
const fill = selected => {
method.value = selected?.method ?? ''
filled = pathField.value = selected?.path ?? ''
target.value = selected ? '' : page.address.get('text') ?? ''
}
page.breakNext = (selected = page.selected) => {
page.address.set({ view: 'break', ...(selected?.session && { session: selected.session }) })
fill(selected)
failures.search.focus()
}
const where = row()
const drawSession = () => {
const { id = page.session, label, url } = sessions.find(({ id }) => id === page.session) ?? {}
show(where, [id, label, url], () => [
'Session', h('strong', label ?? id ?? 'none yet'), label && h('code.tag', id), url && address('the address of the session', url),
page.button(id ? 'Another' : 'Choose one', () => page.address.set({ view: 'sessions' }))
])
}
const watching = watch(() => check())
page.views.add({
id: 'break',
title: 'Break it',
key: 'b',
mount: section => {
body(section, async () => {
await Promise.all([loadCatalogue(), loadSessions()])
failures.draw()
drawSession()
},
h('section.panel.stack', { 'aria-labelledby': 'broken-title' }, h('div.row.between', title, mend), list),
h('div.sides', failures.node, h('div.panel.stack',
where, h('div.fields', field('For the next … requests', times), field('Method', method), field('Path', pathField), field('Path and query contain', target)),
row(h('label.row', forever, 'Until taken back'), page.button('All requests', () => { method.value = pathField.value = target.value = '' })),
h('div.row', { role: 'group', 'aria-label': 'Break at once' }, h('span.faint', 'At once:'),
Object.entries(often).map(([label, name]) => act(label, async () => {
await loadCatalogue()
failures.choose(name)
choose(named(name))
await breakIt()
}, { title: name }))),
details, row(give), refusal)))
details.append(note('Or choose any failure: what goes on the wire, and what clients say of it, stands here then.'))
give.disabled = true
drawBroken()
fill(page.selected)
},
show: () => {
rescan()
watching.start()
drawSession()
},
hide: watching.stop
})
page.on('selected', selected => { if (selected) fill(selected) })
page.on('session', id => { if (id) page.mend('any'); drawSession() })
}
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
// An editor of JSON: a text area above a layer that shows its colours and errors, so that undo, input methods and
// screen readers work as in any text area.
{
const { element: h, many } = page
const largest = 200000  // Beyond it the text has no colours.
const tokens = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g
let made = 0
const toneOf = ({ severity }) => severity === 'error' ? 'bad' : 'warn'
// A diagnostic with its place in the text, and its line with a caret below it. Its columns are Unicode scalars.
const placed = (text, diagnostic) => {
const { line = 0, column = 1, endLine = line, endColumn = column } = diagnostic
const lines = text.split('\n')
const before = (row, column) => [...lines[row - 1] ?? ''].slice(0, column - 1).join('')
const offset = (row, column) => [...lines.slice(0, row - 1), before(row, column)].join('\n').length
if (!line) return { ...diagnostic, line, start: 0, end: 0 }
const start = offset(line, column)
const end = Math.max(offset(endLine, endColumn), start + 1)
const source = lines[line - 1] ?? ''
const left = before(line, column)
const from = Math.max(0, left.length - 60)
const number = ` ${line} | `
const length = Math.max(1, Math.min(end - start, source.length - left.length, 100))
const caret = number + source.slice(from, from + 160) + '\n' + number.replace(/\d/g, ' ') + left.slice(from).replace(/[^\t]/g, ' ') + '^'.padEnd(length, '~')
return { ...diagnostic, line, column, start, end, caret }
}
// { node, text, readOnly, diagnostics(list), format() }
page.editor = ({ label, onChange }) => {
const id = 'editor' + ++made
const layer = h('pre.editor-layer', { 'aria-hidden': 'true' })
const gutter = h('div.editor-gutter', { 'aria-hidden': 'true' })
const about = h('p.editor-about', { id: id + '-about' })
const hint = h('p.note', { id: id + '-hint', text: 'Ctrl+Space completes, Tab indents; Escape, then Tab leaves the editor.' })
const summary = h('p', { role: 'status' })
const problems = h('ul.editor-problems', { 'aria-label': 'Errors and warnings' })
const choices = h('div.editor-choices', { role: 'listbox', id: id + '-choices', 'aria-label': 'Completions', hidden: true })
const area = h('textarea.editor-area', {
wrap: 'off', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-label': label, 'aria-autocomplete': 'list',
'aria-haspopup': 'listbox', 'aria-controls': id + '-choices', 'aria-describedby': `${id}-hint ${id}-about`
})
const code = h('div.editor-code', layer, area, choices)
const node = h('div.stack.editor', h('div.editor-frame', gutter, code), about, hint, summary, problems)
let marks = []
let shown = []
let chosen = -1
let context = null
let leaving = false
const draw = () => {
const text = area.value
const children = []
let at = 0
const put = (end, kind) => {  // Cuts a piece where marks begin and end.
while (at < end) {
const mark = marks.find(one => one.start < end && one.end > at)
const inside = mark && mark.start <= at
const to = !mark ? end : inside ? Math.min(end, mark.end) : mark.start
children.push(h('span', { class: `${kind} ${inside ? 'wrong ' + toneOf(mark) : ''}` }, text.slice(at, to)))
at = to
}
}
for (const { 0: all, 1: string, 2: colon, index } of text.length <= largest ? text.matchAll(tokens) : []) {
put(index, '')
put(index + (string ?? all).length, !string ? (/^[-\d]/.test(all) ? 'number' : 'word') : colon ? 'key' : 'string')
}
put(text.length, '')
layer.replaceChildren(...children, marks.some(one => one.end > text.length) ? h('span.wrong', ' ') : '', '\n')
gutter.replaceChildren(...text.split('\n').map((_, i) => {
const mark = marks.find(one => one.line === i + 1)
return h('div', mark ? { class: 'marked ' + toneOf(mark), title: mark.message } : {}, String(i + 1))
}))
follow()
}
const follow = () => {
layer.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`
gutter.style.transform = `translateY(${-area.scrollTop}px)`
}
// Replaces a part of the text so that the browser's undo takes it back.
const replace = (start, end, text, caret = start + text.length) => {
area.setSelectionRange(start, end)
if (!(text ? document.execCommand('insertText', false, text) : document.execCommand('delete'))) {
area.setRangeText(text, start, end)
area.dispatchEvent(new Event('input'))
}
area.setSelectionRange(caret, caret)
}
const close = () => {
shown = []
choices.hidden = true
area.removeAttribute('aria-activedescendant')
}
const choose = index => {
chosen = index
for (const [i, row] of [...choices.children].entries()) row.setAttribute('aria-selected', i === index)
area.setAttribute('aria-activedescendant', choices.children[index].id)
choices.children[index].scrollIntoView({ block: 'nearest' })
}
const caretBox = () => {
const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
const range = document.createRange()
for (let left = area.selectionStart; walker.nextNode(); left -= walker.currentNode.length) {
if (left > walker.currentNode.length) continue
range.setStart(walker.currentNode, left)
return range.getBoundingClientRect()
}
}
const complete = async () => {
try { await page.schema.load() } catch (error) { return page.fail(error) }
if (document.activeElement !== area) return
context = page.schema.at(area.value, area.selectionStart)
shown = context.options.slice(0, 60)
if (!shown.length) return close()
choices.replaceChildren(...shown.map((option, i) => h('div', {
role: 'option', id: `${id}-choice-${i}`, class: 'editor-choice', on: { mousedown: event => { event.preventDefault(); accept(i) } }
}, h('span.mono', option.label), h('span.faint', option.note))))
choices.hidden = false
const box = caretBox()
const frame = code.getBoundingClientRect()
const above = box.top - frame.top
const below = box.bottom - frame.top + 2
const up = frame.height - below < choices.offsetHeight && above > frame.height - below
choices.style.top = `${up ? Math.max(0, above - choices.offsetHeight) : below}px`
choices.style.left = `${Math.max(0, Math.min(box.left - frame.left, frame.width - choices.offsetWidth - 4))}px`
choose(0)
}
const accept = index => {
const { insert, again } = shown[index]
const caret = insert.indexOf('|')
close()
const { from, to } = context
replace(from, to, again ? insert.replace('|', '') : insert, from + (again ? caret : insert.length))
if (again) complete()
}
const explain = () => {
const at = area.selectionStart
const mark = marks.find(one => at >= one.start && at <= one.end)
const { path, text, takes, standard } = page.schema.at(area.value, at)?.about ?? {}
about.replaceChildren(
h('span.mono', path || '/'), ' ', mark ? h('strong', { class: toneOf(mark), text: mark.message + ' ' }) : '', text ?? '',
h('span.faint', (takes ? ` Takes ${takes}.` : '') + (standard ? ` Default ${standard}.` : '')))
}
const lineStart = () => area.value.lastIndexOf('\n', area.selectionStart - 1) + 1
const indent = back => {
const { value, selectionStart: start, selectionEnd: end } = area
if (start === end && !back) return replace(start, end, '  ')
const from = lineStart()
const text = value.slice(from, end).split('\n').map(line => back ? line.replace(/^ {1,2}/, '') : line && '  ' + line).join('\n')
replace(from, end, text)
if (start !== end) area.setSelectionRange(from, from + text.length)
}
const breakLine = () => {
const { value, selectionStart: start, selectionEnd: end } = area
const line = value.slice(lineStart(), start)
const space = '\n' + /^\s*/.exec(line)[0]
const opens = /[[{]\s*$/.test(line)
const [, spaces = '', closes] = opens ? /^( *)([\]}])/.exec(value.slice(end)) ?? [] : []
const text = space + (opens ? '  ' : '')
replace(start, end + spaces.length, text + (closes ? space : ''), start + text.length)
}
const on = (name, handle) => area.addEventListener(name, handle)
on('keydown', event => {
const { key, isComposing, shiftKey } = event
if (isComposing) return
const plain = !event.ctrlKey && !event.metaKey && !event.altKey
const left = leaving
leaving = left && key === 'Shift'
const taken = () => {
if (key === ' ' && event.ctrlKey && !area.readOnly) return complete()
if (!plain) return false
if (shown.length) {
const step = { ArrowDown: 1, ArrowUp: shown.length - 1, PageDown: 8, PageUp: shown.length * 8 - 8 }[key]
if (step) return choose((chosen + step) % shown.length) ?? true
if (key === 'Enter' || (key === 'Tab' && !shiftKey)) return accept(chosen) ?? true
if (key === 'Escape') { event.stopPropagation(); return close() ?? true }
}
if (key === 'Escape') { leaving = true; page.say('Tab leaves the editor now.') }
if (area.readOnly) return false
if (key === 'Tab' && !left) return indent(shiftKey) ?? true
if (key === 'Enter' && !shiftKey) return close() ?? breakLine() ?? true
}
if (taken()) event.preventDefault()
})
on('input', event => {
marks = marks.filter(one => one.end <= area.selectionStart - 1)  // Those behind have moved; a check gives them again.
draw()
onChange(area.value)
const typed = event.inputType === 'insertText' && /^[\w"/.-]$/.test(event.data)
if (typed || (shown.length && event.inputType === 'deleteContentBackward')) complete()
else close()
explain()
})
on('scroll', () => { follow(); if (shown.length) close() })
on('blur', close)
on('focus', () => page.schema.load().then(explain, page.fail))
on('keyup', explain)
on('click', () => { close(); explain() })
const jump = mark => {
area.focus()
area.setSelectionRange(mark.start, mark.start)
area.scrollTop = Math.max(0, (mark.line - 1) * parseFloat(getComputedStyle(area).lineHeight) - area.clientHeight / 2)
explain()
}
return {
node,
get text() { return area.value },
set text(value) {
area.value = value
marks = []
summary.textContent = ''
problems.replaceChildren()
area.setSelectionRange(0, 0)
area.scrollTop = 0
close()
draw()
},
set readOnly(value) { area.readOnly = value; hint.hidden = value },
diagnostics: list => {
marks = list.map(one => placed(area.value, one)).sort((a, b) => a.start - b.start)
const errors = list.filter(one => one.severity === 'error').length
const text = list.length ? `${many(errors, 'error')}, ${many(list.length - errors, 'warning')}` : 'No errors.'
if (summary.textContent !== text) summary.textContent = text
summary.className = errors ? 'bad' : list.length ? 'warn' : 'good'
area.setAttribute('aria-invalid', errors > 0)
problems.replaceChildren(...marks.map(mark => h('li', {},
h('button', { type: 'button', class: 'editor-problem ' + toneOf(mark), on: { click: () => jump(mark) } },
h('span.mono', mark.line ? `${mark.line}:${mark.column} ` : ''), h('strong', mark.severity + ': '), mark.message),
mark.caret ? h('pre', { 'aria-hidden': 'true', text: mark.caret }) : null)))
draw()
explain()
},
format: () => {
JSON.parse(area.value)  // Throws where it is no JSON.
area.focus()
replace(0, area.value.length, page.schema.format(area.value), 0)
}
}
}
}
// The scenarios of the gateway: a list, and an editor.
{
const { h, row, note, field, input, act, quietly, address, path, body, has, sure, gone, isGone } = page.part
const template = '{"description":"The first order fails, the second one is taken.","rules":[{"name":"order","match":{"method":"POST","path":"/orders"},' +
'"steps":[{"fail":503},{"reply":{"status":201,"json":{"id":7}}}]}]}'
let all = []
let open = null  // { name, text, etag, readOnly }; the name is empty for a new one.
const drafts = new Map()
const call = async (method, path, text, etag) => {
const answer = await page.call(method, path, text, { headers: etag && { 'If-Match': etag } })
if (answer.status === 412) throw new Error('Somebody else has changed it: copy your text, "Undo all" shows theirs.')
return answer
}
const place = name => 'scenarios/' + encodeURIComponent(name)
// Whether the text names files, which only a folder that is served has.
const namesFile = (node, name) => !!(node?.items?.some(item => namesFile(item, name)) || node?.members?.some(({ key, value }) =>
(value?.type === 'string' && ((key.value === 'file' && name === 'reply') || key.value === 'clientCA')) ||
(!['json', 'headers', 'variables'].includes(key.value) && namesFile(value, key.value))))
addEventListener('beforeunload', event => { if (drafts.size) event.preventDefault() })
let timer = 0
let turn = 0
const check = async () => {
const text = editor.text
const { json } = await call('POST', 'check', text || ' ')
if (text === editor.text && open?.readOnly === false) editor.diagnostics(json.diagnostics)
}
const editor = page.editor({
label: 'Text of the scenario, JSON',
onChange: text => {
if (text === open.text) drafts.delete(open.name)
else drafts.set(open.name, text)
draw()
clearTimeout(timer)
timer = setTimeout(() => check().catch(quietly), 350)
}
})
const title = h('h2')
const tag = h('span.tag')
const changed = h('span.tag.warn', 'changed')
const about = note('')
const url = h('div')
const why = h('p.warn', 'It is read-only: it names files (bodies, certificates) beside it on the gateway\'s disk. Edit it there.')
const name = input({ placeholder: 'my/orders' })
const given = h('div.stack', { role: 'status' })
const detail = h('div.panel.stack', { hidden: true })
// What a session gets: a scenario that is served, by its name, or the text of the editor.
const wanted = () => {
if (open.name && !drafts.has(open.name)) return JSON.stringify(open.name)
try { JSON.parse(editor.text) } catch (error) { throw new Error(`It is not JSON yet: ${error.message}`) }
return editor.text
}
const session = act('New session of it', async () => {
const { json } = await call('POST', 'sessions', `{"scenario":${wanted()},"label":${JSON.stringify(name.value.trim() || 'from the page')}}`)
given.replaceChildren(h('p.good', `Session ${json.id} has it. Point the client at:`), address('the address of the session', json.url),
row(page.button('Put it in view', () => page.address.set({ session: json.id, view: 'sessions' }))))
}, { class: 'primary' })
const put = act('Put', async () => {
const id = page.session
try {
await call('PUT', path(id, '/scenario'), `{"scenario":${wanted()}}`)
page.say(`${id} has it now: its hits and variables began anew.`)
} catch (error) {
if (!isGone(error)) throw error
gone(id)
}
})
const serve = act('Serve', async () => {
const as = name.value.trim()
const mine = open
const own = as === mine.name
if (!as) { name.focus(); throw new Error('Under which name? Such as my/orders.') }
if (!own && all.some(one => one.name === as)) throw new Error(`"${as}" is served already: open that one, or take another name.`)
const text = editor.text
try {
const { json, headers } = await call('PUT', place(as), text, own && mine.etag)
drafts.delete(mine.name)
if (open === mine) open = { name: as, text, etag: headers.get('ETag'), readOnly: false }
page.say(`${as} is served at ${json.url}.`)
} catch (error) {
if (error.json?.diagnostics) editor.diagnostics(error.json.diagnostics)
throw error
}
await load()
if (open?.name !== as) return
page.address.set({ scenario: as })
draw()
})
const format = act('Format', () => {
try { editor.format() } catch (error) { throw new Error(`It cannot be formatted yet: ${error.message}`) }
})
const save = page.button('Download', () => page.download(`${(open.name || 'scenario').replaceAll('/', '-')}.json`, 'application/json', editor.text))
const undo = act('Undo all', () => { drafts.delete(open.name); return show(open.name, true) })
const remove = act('Serve no longer', async () => {
const mine = open
const { name, etag } = mine
const text = 'Sessions that run keep it. No file is changed: a gateway that starts anew serves it again.'
if (!(await sure(`Serve ${name} no longer?`, text, 'Serve no longer'))) return
await call('DELETE', place(name), undefined, etag)
page.say(`${name} is served no longer.`)
drafts.delete(name)
if (open === mine) {
open = null
detail.hidden = true
page.address.set({ scenario: null })
}
await load()
}, { class: 'danger' })
const draw = () => {
const summary = all.find(one => one.name === open.name) ?? {}
const edited = drafts.has(open.name)
title.textContent = open.name || 'A new scenario'
tag.textContent = summary.system ?? ''
tag.hidden = !summary.system
about.textContent = summary.description ?? ''
page.part.show(url, summary.url, one => one && address('its address', one))
why.hidden = !open.readOnly
changed.hidden = undo.hidden = !edited
serve.disabled = format.disabled = open.readOnly
put.disabled = !page.session
put.textContent = `Put to ${page.session ?? 'the session in view'}`
remove.hidden = !open.name
}
const show = async (wantedName, again) => {
const mine = ++turn
if (open?.name === wantedName && !again) return draw()
const { text, headers } = wantedName ? await call('GET', place(wantedName)) : { text: page.schema.format(template) }
if (mine !== turn) return
open = { name: wantedName, text, etag: headers?.get('ETag'), readOnly: namesFile(page.schema.parse(text)) }
given.replaceChildren()
editor.readOnly = open.readOnly
editor.text = drafts.get(wantedName) ?? text
name.value = wantedName
detail.hidden = false
chooser.choose(wantedName)
draw()
if (!open.readOnly) await check()
}
const chooser = page.part.chooser({
label: 'Scenarios',
hint: 'name, description, system',
find: text => all.filter(one => has(text, one.name, one.system, one.description))
.map(one => ({ id: one.name, name: one.name, tag: one.system, text: one.description })),
pick: item => page.address.set({ scenario: item.id }),
controls: row(act('New scenario', () => { page.address.set({ scenario: null }); const shown = show(''); name.focus(); return shown }))
})
const load = async () => {
all = await page.pages('scenarios')
chooser.draw()
}
chooser.search.addEventListener('focus', () => load().catch(quietly))
const follow = async address => {
const wantedName = address.get('scenario')
if (wantedName) await show(wantedName)
else if (open) draw()
}
page.views.add({
id: 'scenarios',
title: 'Scenarios',
key: 's',
mount: section => {
detail.append(row(title, tag, changed), about, url, why,
h('div.row.end', h('label.field.grow', 'Name to serve it by', name), serve, session, put, format, save, undo, remove), given, editor.node)
body(section, async () => { await load(); await follow(page.address) }, h('div.sides', chooser.node, detail))
},
show: address => { follow(address).catch(quietly) }
})
}
// The sessions: what each has counted, its variables, its clock, and what is said of its client.
{
const { h, row, stack, note, field, input, table, address, path, show, gone, isGone } = page.part
let state = null
let outcome = null
let manual = null
let turns = 0
let deleted = null
const change = async run => {
const id = page.session
try { await run(id) } catch (error) { if (isGone(error)) gone(id); else page.fail(error) }
watching.now()
}
const act = (label, run, more) => page.button(label, () => change(run), more)
const form = (label, run, ...children) => h('form', {
class: 'row', 'aria-label': label, on: { submit: event => { event.preventDefault(); change(run) } }
}, ...children)
const list = async () => { await page.part.loadSessions(); chooser.draw() }
const chooser = page.part.chooser({
label: 'Sessions', hint: 'label, ~id, scenario', find: page.part.findSessions, pick: item => page.address.set({ session: item.id })
})
const head = stack()
const rules = h('div')
const variables = h('div')
const verdict = stack()
const none = h('p.panel.note', 'Choose a session: its hits, variables, clock and verdict stand here then, as they change.')
const detail = h('div.stack', { hidden: true })
const drawHead = ({ id, label, scenario, url, httpsUrl, requests, unmatched, queued, port, portState, created }) => [
row(h('h2', label ?? id), label && h('code.tag', id), h('span.faint', `of ${scenario}, since ${page.time(created)}`)),
h('div.row.numbers', Object.entries({ requests, unmatched, queued }).map(([name, n]) =>
h('span', h('b', { class: name === 'unmatched' && n ? 'bad' : '', text: page.number(n) }), ` ${name}`)), port && h('span', `its own port is ${port}, ${portState}`)),
address('the address', url), address('the address in TLS', httpsUrl),
row(page.button('Its requests', () => page.address.set({ view: null })),
page.button('Break it', () => page.address.set({ view: 'break' })),
page.button('Its scenario', () => page.address.set({ view: 'scenarios', scenario })),
act('Reset', async () => { await page.call('POST', path(id, '/reset'), {}); page.say(`${id} began anew.`) }),
id.includes('~') && id !== '~fail' && act('Delete', async () => {
if (!(await page.part.sure(`Delete ${id}?`, 'Its journal goes with it; later requests of it get a 410.', 'Delete'))) return
deleted = id
const { json } = await page.call('DELETE', path(id))
page.address.set({ session: null })
page.say(`${id} is deleted${json && json.outcome !== 'none' ? `; its verdict was ${json.outcome}` : ''}.`)
await list()
}, { class: 'danger' }))
]
const drawRules = ({ rules, requests }) => !rules.length
? note('It has no rules.')
: table('Hits per rule', ['Rule', 'Hits', 'Share'], rules.map(({ name, hits }) => [name, hits,
h('meter', { max: String(Math.max(1, requests, hits)), value: hits, 'aria-label': `Share of ${name}` })]))
const drawVariable = ([name, value]) => {
const type = typeof value
const control = type === 'boolean'
? h('select', { 'aria-label': name }, ['true', 'false'].map(one => h('option', one)))
: input({ 'aria-label': name })
control.value = String(value)
const set = async id => {
const text = control.value
const given = type === 'boolean' ? text === 'true' : type === 'number' && text.trim() && !isNaN(text) ? Number(text) : text
await page.call('PATCH', path(id, '/variables'), { [name]: given })
if (control.form.contains(document.activeElement)) document.activeElement.blur()
page.say(`${name} is set.`)
}
return [h('code', name), form(`Set ${name}`, set, control, h('button.button', 'Set')), type === 'string' ? 'text' : type]
}
const drawVariables = values => Object.keys(values).length
? table('Variables', ['Name', 'Value', 'Type'], Object.entries(values).map(drawVariable))
: note('Its scenario has none.')
const now = h('span.mono')
const by = input({ value: '30s', 'aria-label': 'Advance by' })
const advance = h('button.button', 'Advance')
const fixed = note('It is the machine\'s clock: one that can be moved comes with "clock": "manual" in the scenario.')
const clock = stack(form('Advance the clock', async id => {
const { json } = await page.call('POST', path(id, '/clock'), { advance: by.value.trim() })
page.say(`It is ${json.now} now.`)
}, now, by, advance), fixed)
const drawClock = next => {  // One that stands still between two looks is manual.
if (state?.id !== next.id) manual = next.clock ? next.clock === 'manual' : null
else manual ??= state.now === next.now
now.textContent = next.now
by.disabled = advance.disabled = !manual
fixed.hidden = manual !== false
}
const result = (name, text = name) => h('strong', { class: `outcome ${name}`, text })
const drawVerdict = ({ outcome, final, expectations, unmatchedCount }) => [
row(result(outcome, outcome === 'none' ? 'nothing is expected' : outcome), h('span.faint', final ? 'final' : 'as if nothing more came'),
unmatchedCount > 0 && h('span.bad', `${page.number(unmatchedCount)} unmatched`)),
...expectations.map((one, i) => h('div', { class: `expectation ${one.outcome}` },
row(result(one.outcome), h('b', one.name ?? `expectation ${i + 1}`), one.final && h('span.tag', 'final')), h('p', one.reason),
h('details', h('summary', 'What is expected'), h('pre', JSON.stringify(one.expectation, null, 2)))))
]
const watching = page.part.watch(async () => {
if (turns++ % 5 === 0) await list()
const id = page.session
if (!id || id === deleted) return
try {
const [{ json: next }, { json: judged }] = await Promise.all([page.call('GET', path(id)), page.call('GET', path(id, '/verdict'))])
if (id !== page.session) return
detail.hidden = false
none.hidden = true
show(head, { ...next, rules: 0, variables: 0, now: 0 }, drawHead)
show(rules, { rules: next.rules, requests: next.requests }, drawRules)
if (!variables.contains(document.activeElement) || state?.id !== id) show(variables, next.variables, drawVariables)
drawClock(next)
const unfolded = [...verdict.querySelectorAll('details')].map(one => one.open)
if (show(verdict, judged, drawVerdict)) [...verdict.querySelectorAll('details')].forEach((one, i) => { one.open = unfolded[i] ?? false })
if (state?.id === id && outcome !== judged.outcome) page.say(`The verdict on ${next.label ?? id} is ${judged.outcome} now.`)
outcome = judged.outcome
state = next
} catch (error) {
if (!isGone(error)) throw error
if (id === page.session && id !== deleted) gone(id)
}
})
const panel = (title, node) => h('section.panel.stack', { 'aria-label': title }, h('h3', title), node)
page.views.add({
id: 'sessions',
title: 'Sessions',
key: 'v',
mount: section => {
detail.append(h('div.panel', head), panel('Verdict', verdict),
h('div.two', panel('Hits', rules), stack(panel('Variables', variables), panel('Clock', clock))))
page.part.body(section, watching.now, h('div.sides', chooser.node, stack(none, detail)))
const choose = id => {
chooser.choose(id)
detail.hidden = true
none.hidden = false
watching.now()
}
choose(page.session)
page.on('session', choose)
},
show: watching.start,
hide: watching.stop
})
}
// What was exercised since the gateway started, and what was not.
{
const { h, note, act, quietly, table, body, has, input, stack } = page.part
let report = null
const parts = () => {
const { failures, rules, unmatched, unmatchedCount, notReached = [], notCountable = [], expired, evicted } = report
const hits = new Map()
for (const rule of rules) hits.set(rule.scenario, (hits.get(rule.scenario) ?? 0) + rule.hits)
const names = (title, list, head = 'Failure', text = '') => ({ title, heads: [head], rows: list.map(name => [name]), text })
return [
{
title: 'Failures that requests got', open: true, text: 'What came next is what the client asked on the same session within 60 seconds.',
heads: ['Failure', 'Left as planned', 'Client left before', 'Then nothing', 'Then the same', 'Then another'],
rows: failures.map(({ name, left, clientLeft, next }) => [name, left, clientLeft, next.none, next.same, next.other])
},
{
title: 'Requests that no rule took', open: true, count: unmatchedCount, heads: ['Session', 'Request', 'Nearest rule', 'What differs'],
rows: unmatched.map(one => [one.session ?? '', `${one.method ?? ''} ${one.target ?? one.received?.text ?? ''}`.trim(), one.nearest ?? '', (one.differences ?? []).join('; ')])
},
{ title: 'Rules of scenarios in use', open: true, heads: ['Scenario', 'Rule', 'Hits'], rows: rules.filter(one => hits.get(one.scenario)).map(one => [one.scenario, one.rule, one.hits]) },
names('Idle scenarios', [...hits.keys()].filter(name => !hits.get(name)), 'Scenario'),
names('Failures not reached', notReached, 'Failure', 'Scenarios have them, and no request got them.'),
names('Failures that nobody can count', notCountable, 'Failure', 'The kernel causes them, without a word to the gateway.'),
names('Sessions that expired', expired, 'Session', evicted ? `${page.number(evicted)} journal entries were dropped for room: of them only hits are counted.` : '')
].filter(one => one.rows.length || one.open)
}
const search = input({ type: 'search', placeholder: 'failure, rule, scenario', on: { input: () => draw() } })
const shown = stack()
const draw = () => {
if (!report) return
const wanted = search.value.trim()
const before = new Map([...shown.children].map(one => [one.dataset.title, one.open]))
shown.replaceChildren(...parts().map(({ title, heads, rows, text, open, count = rows.length }) => {
const found = rows.filter(cells => has(wanted, ...cells))
return h('details.panel', { 'data-title': title, open: wanted ? found.length > 0 : before.get(title) ?? !!open },
h('summary', h('h2', title), h('span.tag', (wanted ? page.number(found.length) + ' of ' : '') + page.number(count))),
text && note(text),
found.length ? table(title, heads, found.slice(0, 500)) : note('None.'),
found.length > 500 && note(`${page.number(found.length - 500)} more: search for them.`))
}))
}
const cell = value => String(value).replace(/[\\|<`*_[\]]/g, '\\$&').replace(/[\r\n]+/g, ' ')
const line = cells => `| ${cells.join(' | ')} |\n`
const markdown = () => '# What was exercised\n' + parts().map(({ title, heads, rows, count = rows.length }) => `\n## ${title} (${count})\n\n` +
(rows.length ? line(heads) + line(rows[0].map(one => typeof one === 'number' ? '---:' : '---')) + rows.map(cells => line(cells.map(cell))).join('') : 'None.\n')).join('')
const load = async () => {
report = (await page.call('GET', 'report?notReached=1')).json
draw()
}
page.views.add({
id: 'report',
title: 'Report',
key: 'r',
mount: section => body(section, load,
h('div.row.end', h('label.field.grow', 'Search the report', search), act('Load anew', load),
page.button('Copy as Markdown', () => report && page.copy(markdown()))), shown),
show: () => { if (report) load().catch(quietly) }
})
}
{
// As it came: what is saved as a file.
const source = document.documentElement.cloneNode(true)
page.source = () => source.cloneNode(true)
const { journal } = page
const saved = page.byID('saved') && JSON.parse(page.byID('saved').textContent)
if (saved) page.offline = true
const back = () => {
journal.clear()
journal.watch()
}
page.on('connection', (state) => {
const words = { live: 'live', gone: page.stateWords ?? 'no gateway', paused: 'paused', file: journal.file ?? 'no gateway' }
page.byID('connection').dataset.state = state
page.byID('connection').replaceChildren(words[state], state === 'file' && !page.offline ? page.button('Back to live', back) : '')
})
page.start()
page.key('S', 'Save the journal, or the page', page.saveDialog)
page.key('o', 'Open a saved journal', page.openFile)
if (saved) journal.open(saved.entries, saved.name, saved.labels)
else if (!page.offline) journal.watch()
if (page.offline) page.say('Opened from a file: there is no gateway, and all calls are off.')
}
</script>
</body>
</html>

"""##
}
