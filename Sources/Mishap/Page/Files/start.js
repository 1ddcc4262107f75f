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
