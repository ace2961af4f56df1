/** The length from which a text is masked: shorter texts may be common words. */
const MIN_LENGTH = 8

/**
 * Replaces the secrets of a step in a text by `***`. GitHub masks secrets in logs and job summaries, but not in comments,
 * and an error may quote an input whose value is a secret by mistake. The secrets are the input `token`, and all
 * variables whose names contain TOKEN, SECRET, PASSWORD or KEY. An error may quote a part of an input, such as one name
 * of a list, so the words of a secret are masked, too.
 */
export function maskSecrets(text: string, environment: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) =>
    isSecret(name) ? [value.trim(), ...value.split(/[\s,=]+/)] : [],
  )
  // Errors quote inputs as JSON.
  const quoted = secrets.map((secret) => JSON.stringify(secret).slice(1, -1))
  return [...secrets, ...quoted]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}

function isSecret(name: string): boolean {
  // The other inputs, such as comment-key, are public.
  return name.startsWith('INPUT_') ? name === 'INPUT_TOKEN' : /TOKEN|SECRET|PASSWORD|KEY/i.test(name)
}
