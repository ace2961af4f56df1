import { runDocument, sample, transcribedDocument } from '../document.ts'
import { changed, type Entry, type Loose } from './entry.ts'

/** Documents that are valid, at the edges of what is. */
export function validEntries(): Entry[] {
  const good = (name: string, text: string): Entry => ({ name, text, valid: true })
  const base = JSON.stringify(runDocument())
  return [
    good('the base document', base),
    good('with white space', JSON.stringify(runDocument(), null, '\t\r\n ')),
    good('with keys in reverse order', JSON.stringify(Object.fromEntries(Object.entries(runDocument()).reverse()))),
    good('transcribed, with summaries', JSON.stringify(transcribedDocument())),
    good('no cells', changed((d) => { d.cells = [] })),
    good('the largest whole number', changed((d) => { d.host.memory = 2 ** 53 - 1 })),
    good('an integer written as 42.0', base.replace('"seed":42', '"seed":42.0')),
    good('an integer written as 4.2e1', base.replace('"seed":42', '"seed":4.2e1')),
    good('an integer written as 420e-1', base.replace('"seed":42', '"seed":420e-1')),
    good('an integer written in 1,000 characters', base.replace('"seed":42', `"seed":42.${'0'.repeat(997)}`)),
    good('minus zero', base.replace('"round":0', '"round":-0')),
    good('text beyond the basic plane, escaped', base.replace('"Debian"', '"\\ud83d\\ude00"')),
    good('500 characters beyond the basic plane', changed((d) => { d.host.os.name = '😀'.repeat(500) })),
    good('a parameter of every kind', changed((d) => { d.cells[0].params = { size: 'small', requests: 200, direct: true } })),
    good('a metric named constructor', changed((d) => rename(d, 'constructor'))),
    good('a list of values from one execution', changed((d) => { d.cells[0].samples[0].values.duration = [1, 2, 3] })),
    good('a rate', changed(addRate)),
    good('a metric that only one of two samples has', changed((d) => {
      d.cells[0].metrics = [...d.cells[0].metrics, { ...d.cells[0].metrics[0], name: 'event', primary: false }]
      d.cells[0].samples[0].values.event = 5
    })),
    good('a failed cell with a failed and a good sample', changed(failOnce)),
    good('an ok cell with a failed warm-up', changed((d) => {
      Object.assign(d.cells[1].samples[0], { warmup: true, values: {}, cpu: null, failure: 'exit code 1' })
    })),
    good('an unsupported cell', changed((d) => {
      Object.assign(d.cells[1], { status: 'unsupported', reason: 'not shared with the engine', samples: [] })
    })),
    good('a check of two arms', changed(twoArms)),
  ]
}

function rename(document: Loose, name: string): void {
  for (const cell of document.cells) {
    cell.metrics[0] = { ...cell.metrics[0], name }
    for (const sample of cell.samples) sample.values = { [name]: sample.values.duration }
  }
}

function addRate(document: Loose): void {
  for (const cell of document.cells) {
    cell.metrics = [...cell.metrics, { name: 'bytes', unit: 'bytes', better: 'higher', primary: false, per: 'duration' }]
    for (const sample of cell.samples) sample.values.bytes = 4096
  }
}

function failOnce(document: Loose): void {
  Object.assign(document.cells[1], { status: 'failed', reason: '1 of 2 samples failed' })
  Object.assign(document.cells[1].samples[1], { values: {}, cpu: null, failure: 'exit code 1\n…' })
}

function twoArms(document: Loose): void {
  const [native, bind] = document.cells
  const at = (order: number) => [sample(0, order, { duration: 1 }), sample(1, order, { duration: 1 })]
  document.cells = [native, bind].flatMap((cell, i) =>
    ['base', 'head'].map((arm, j) => ({ ...cell, arm, samples: at(2 * i + j) })),
  )
}
