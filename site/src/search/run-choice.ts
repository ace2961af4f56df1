/** The choice of two runs in a list. The list is drawn again with every search, so the choice is kept here. */
export class RunChoice {
  readonly #form: HTMLFormElement
  readonly #chosen = new Map<string, { id: string; title: string }>()

  /**
   * @param form the form with the list, the element `#chosen`, which says what is chosen, and the button `#compare`,
   *   which is disabled until both runs are chosen
   */
  constructor(form: HTMLFormElement) {
    this.#form = form
    // A chosen run need not be in the list that is shown. The button replaces the browser's check.
    form.noValidate = true
    this.#allowComparison()
    form.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'radio') this.#choose(target)
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const ids = ['a', 'b'].flatMap((side) => {
        const run = this.#chosen.get(side)
        return run === undefined ? [] : [[side, run.id]]
      })
      location.assign(`${form.action}?${new URLSearchParams(ids)}`)
    })
    // A browser restores the fields of a page that the reader comes back to.
    for (const input of form.querySelectorAll<HTMLInputElement>('input:checked')) this.#choose(input)
  }

  /** Marks the chosen runs in a list that was drawn again. */
  restore(): void {
    for (const [side, { id }] of this.#chosen) {
      const inputs = this.#form.querySelectorAll<HTMLInputElement>(`input[name="${side}"]`)
      for (const input of inputs) if (input.value === id) input.checked = true
    }
  }

  #choose({ name, value, labels }: HTMLInputElement): void {
    const title = labels?.[0]?.querySelector('.hidden-text')?.textContent?.replace(/^ *is /, '') ?? value
    this.#chosen.set(name, { id: value, title })
    // The style keeps the bar on the screen, also when a search leaves the chosen runs out of the list.
    this.#form.classList.add('has-choice')
    const described = ['a', 'b'].map((side) => `${side.toUpperCase()}: ${this.#chosen.get(side)?.title ?? '–'}`)
    const status = this.#form.querySelector('#chosen')
    if (status !== null) status.textContent = described.join(' · ')
    this.#allowComparison()
  }

  #allowComparison(): void {
    const button = this.#form.querySelector<HTMLButtonElement>('#compare')
    if (button !== null) button.disabled = this.#chosen.size < 2
  }
}
