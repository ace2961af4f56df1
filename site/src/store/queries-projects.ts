import type { PrismaClient } from '../../generated/prisma/client.ts'

/** The runs of a project under one name: how many, and from when to when. */
export interface RunSpan {
  runs: number
  /** The starts of the first and the last run, ISO 8601. */
  first: string
  last: string
}

/** A name that a project had, with the owner that the repository had under this name. */
export interface ProjectName extends RunSpan {
  /** `owner/name`, as the certificates spell it. */
  repository: string
  ownerId: string
}

/** What identifies a project, and the name and the owner that it had in its latest run. */
export interface ProjectIdentity {
  /** The key of the project. */
  project: string
  issuer: string
  repositoryId: string
  ownerId: string
  /** `owner/name`, as the certificate spells it. */
  repository: string
}

/** A project that had a name, with its runs under this name. */
export interface NamedProject extends ProjectIdentity, RunSpan {}

/** Returns the ids of a project with runs, and its latest name. @param project the key of the project */
export async function identityOfProject(reader: PrismaClient, project: string): Promise<ProjectIdentity> {
  const { issuer, repositoryId, ownerId, repository } = await reader.run.findFirstOrThrow({
    where: { project },
    orderBy: [{ startedAt: 'desc' }, { id: 'asc' }],
    select: { issuer: true, repositoryId: true, ownerId: true, repository: true },
  })
  const known = { issuer: issuer ?? '', repositoryId: repositoryId ?? '', ownerId: ownerId ?? '' }
  return { project, ...known, repository: repository ?? '' }
}

/** A project in the list of projects. */
export interface ListedProject extends RunSpan {
  /** The key of the project. */
  project: string
  /** Its latest name, as the certificate spells it. */
  repository: string
}

/** Returns the projects with the latest runs, the latest first. @param limit their maximum number */
export async function listProjects(reader: PrismaClient, limit: number): Promise<ListedProject[]> {
  const found = await reader.$queryRaw<(RunSpan & { project: string })[]>`
    SELECT "project", count(*) AS "runs", min("startedAt") AS "first", max("startedAt") AS "last"
    FROM "Run" WHERE "project" IS NOT NULL GROUP BY "project" ORDER BY "last" DESC, "project" LIMIT ${limit}`
  const projects: ListedProject[] = []
  for (const { runs, ...one } of found) {
    const { repository } = await identityOfProject(reader, one.project)
    projects.push({ ...one, runs: Number(runs), repository })
  }
  return projects
}

/** Returns the names that a project had, the latest first. @param project the key of the project */
export async function namesOfProject(reader: PrismaClient, project: string): Promise<ProjectName[]> {
  const names = await reader.$queryRaw<ProjectName[]>`
    SELECT max("repository") AS "repository", "ownerId", count(*) AS "runs",
      min("startedAt") AS "first", max("startedAt") AS "last"
    FROM "Run" WHERE "project" = ${project} GROUP BY "projectName", "ownerId" ORDER BY "last" DESC, "projectName"`
  return names.map((name) => ({ ...name, runs: Number(name.runs) }))
}

/**
 * Returns the projects that had a name, the one with the latest run under this name first.
 * @param name `owner/name` in lower case
 */
export async function projectsOfName(reader: PrismaClient, name: string): Promise<NamedProject[]> {
  const found = await reader.$queryRaw<(RunSpan & { project: string })[]>`
    SELECT "project", count(*) AS "runs", min("startedAt") AS "first", max("startedAt") AS "last"
    FROM "Run" WHERE "projectName" = ${name} AND "project" IS NOT NULL GROUP BY "project" ORDER BY "last" DESC, "project"`
  const projects: NamedProject[] = []
  for (const { project, runs, first, last } of found) {
    projects.push({ ...(await identityOfProject(reader, project)), runs: Number(runs), first, last })
  }
  return projects
}
