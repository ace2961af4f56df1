/**
 * The declaration of one input of an action. `npm run generate` writes the inputs of both `action.yml` files and of
 * `measure.yml` from the declarations.
 */
export interface InputDeclaration<Value> {
  name: string
  description: string
  /** the text of an input that is not given or empty; empty if omitted */
  default?: string
  /** a default that only GitHub can evaluate */
  defaultExpression?: string
  required?: true
  /**
   * Parse the text of the input.
   * @throws Problem (2) that names the input
   */
  parse(text: string, name: string): Value
  inWorkflow?: WorkflowDifference
}

/**
 * How `measure.yml`, the reusable workflow, differs from the action. Without a difference, the workflow has an input with
 * the same name, description and default, and passes its value to the action. If both actions have an input, the workflow
 * has the one of the report action.
 */
export interface WorkflowDifference {
  /** whether callers of the workflow can set the input */
  offered?: false
  description?: string
  default?: string
  /** the type of the workflow's input; a string if omitted */
  type?: 'boolean'
  /** the value that the workflow passes to the action; null if it passes none */
  passes?: string | null
}

/** Declarations by the property that receives the parsed value. */
export type InputDeclarations = Record<string, InputDeclaration<unknown>>

/** The parsed values of declared inputs. */
export type InputValues<Declared extends InputDeclarations> = {
  [Property in keyof Declared]: ReturnType<Declared[Property]['parse']>
}

/** Returns the text of an input by its name; empty if there is none. */
export type InputReader = (name: string) => string

/**
 * Reads and parses inputs, in the order of their declarations. An empty input counts as absent.
 * @throws Problem (2) that names the first wrong input and its allowed values
 */
export function readDeclared<Declared extends InputDeclarations>(
  declared: Declared,
  get: InputReader,
): InputValues<Declared> {
  const values = Object.entries(declared).map(([property, { name, default: fallback = '', parse }]) => [
    property,
    parse(get(name) || fallback, name),
  ])
  return Object.fromEntries(values)
}
