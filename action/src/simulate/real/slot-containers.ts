import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ContainerEngine,
  type InteractiveProcess,
  type Mount,
  Problem,
  RUN_LABEL,
  removeDirectory,
} from '@plimsoll/workloads'

const AGENT_DIRECTORY = '/.plimsoll'
/** The path of the agent, the program that times samples, in a container. */
export const AGENT = `${AGENT_DIRECTORY}/agent`
/** The path of a container's slot, the directory or volume that samples write to. */
export const TARGET = '/slot'

const SECONDS_TO_START = 60

export interface SlotsSetting {
  /**
   * where the files of a slot are: `layer` is the container's own file system; `volume` and `bind` are mounts created
   * with the container
   */
  scenario: 'layer' | 'volume' | 'bind'
  /** any image whose user may write to `/`; the experiment uses nothing in the image */
  image: string
  /** the path on the host of the agent for the engine's containers */
  agent: string
  /** an existing directory of the host that the engine shares; the scenario `bind` uses it */
  directory: string
  /** the value of the run label on all containers and volumes */
  run: string
}

/** A running container with its own slot, the directory or volume that it writes to. */
export interface OpenSlot {
  /** the name of the container */
  name: string
  /** Stop the container. The container and its slot stay until `removeAll`. */
  close(): Promise<void>
}

/** The identical containers of one experiment, with their volumes and directories. */
export class Slots {
  readonly #engine: ContainerEngine
  readonly #setting: SlotsSetting
  readonly #labels: Record<string, string>
  readonly #agentVolume: string
  readonly #names: string[] = []
  readonly #conversations: InteractiveProcess[] = []

  constructor(engine: ContainerEngine, setting: SlotsSetting) {
    this.#engine = engine
    this.#setting = setting
    this.#labels = { [RUN_LABEL]: setting.run }
    this.#agentVolume = `plimsoll-${setting.run}-agent`
  }

  /** Copy the agent, the program that times samples, into the engine. */
  async prepare(): Promise<void> {
    const files = [{ from: this.#setting.agent, to: 'agent' }]
    await this.#engine.createVolume(this.#agentVolume, this.#labels)
    await this.#engine.fillVolume(this.#agentVolume, this.#setting.image, files, this.#labels)
  }

  /**
   * Create a slot and start a container in it. Until the container is closed it idles at no cost: the agent in it waits
   * for a line.
   * @throws Problem (3) if the engine cannot create the slot or start the container
   */
  async open(): Promise<OpenSlot> {
    const name = `plimsoll-${this.#setting.run}-${this.#names.length}`
    this.#names.push(name)
    const conversation = this.#engine.startInteractive({
      name,
      image: this.#setting.image,
      entrypoint: AGENT,
      arguments: ['watch', '/'],
      mounts: await this.#mounts(name),
      labels: this.#labels,
    })
    this.#conversations.push(conversation)
    try {
      await conversation.next(SECONDS_TO_START)
    } catch (cause) {
      const { message } = cause as Error
      throw new Problem(3, `${this.#engine.product} could not start a container: ${message}.`, { cause })
    }
    return { name, close: () => conversation.close() }
  }

  /** Stop and remove all containers, and remove their slots. */
  async removeAll(): Promise<void> {
    const { run, scenario } = this.#setting
    await Promise.all(this.#conversations.map((conversation) => conversation.close()))
    for (const name of this.#names) {
      const volumes = scenario === 'volume' ? [{ kind: 'volume' as const, id: name, run }] : []
      await this.#engine.remove([{ kind: 'container', id: name, run }, ...volumes])
      if (scenario === 'bind') await removeDirectory(this.#hostDirectory(name), [this.#engine])
    }
    await this.#engine.remove([{ kind: 'volume', id: this.#agentVolume, run }])
  }

  async #mounts(name: string): Promise<Mount[]> {
    const agent: Mount = { kind: 'volume', source: this.#agentVolume, target: AGENT_DIRECTORY, readOnly: true }
    if (this.#setting.scenario === 'layer') return [agent]
    if (this.#setting.scenario === 'volume') {
      await this.#engine.createVolume(name, this.#labels)
      return [agent, { kind: 'volume', source: name, target: TARGET }]
    }
    const directory = this.#hostDirectory(name)
    mkdirSync(directory)
    chmodSync(directory, 0o777) // The image may run as any user.
    return [agent, { kind: 'bind', source: directory, target: TARGET }]
  }

  #hostDirectory(name: string): string {
    return join(this.#setting.directory, name)
  }
}
