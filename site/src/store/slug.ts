/** Whether a page can have this name: a plain file name that does not stand for a whole folder. */
export function isPageName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{0,63}$/.test(name) && name !== 'index' && name !== 'page'
}

/**
 * Returns the address of the page of a repository name, relative to the root; null if the name can have no page. A
 * repository named `..` cannot: its page would lie outside the folder of the projects. A repository of the owner `id`
 * cannot either: its page would have the address of the project with that id.
 * @param repository `owner/name`, in any case
 */
export function namePage(repository: string): string | null {
  const name = repository.toLowerCase()
  const isPlain = /^(?!id\/)[a-z0-9][a-z0-9-]{0,38}\/[a-z0-9_-][a-z0-9._-]{0,99}$/.test(name)
  return isPlain && !name.endsWith('.html') ? `projects/${name}` : null
}

/**
 * Returns the address of the page of a project, relative to the root; null if the project can have no page, because the
 * name of its issuer is too long.
 * @param project the key of the project
 */
export function projectPage(project: string): string | null {
  const [, id] = /^id:((?:[a-z0-9][a-z0-9._-]{0,199}\/)?[1-9]\d{0,15})$/.exec(project) ?? []
  return id === undefined ? null : `projects/id/${id}`
}
