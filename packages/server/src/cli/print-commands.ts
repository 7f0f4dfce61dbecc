import type { Argument, Command, Option } from 'commander'

/** The reference of all commands, in Markdown. */
export function printCommands(program: Command): string {
  const groups = Map.groupBy(leavesOf(program, ''), ({ path }) => path.split(' ')[0] ?? '')
  return [...groups]
    .map(([noun, leaves]) => [`## ${titleOf(noun)}`, '', ...leaves.map(printCommand)].join('\n'))
    .join('\n')
}

interface Leaf {
  readonly command: Command
  readonly path: string
}

function leavesOf(command: Command, path: string): Leaf[] {
  if (command.commands.length === 0) return [{ command, path }]
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()))
}

function titleOf(noun: string): string {
  return sentence(noun).slice(0, -1).replaceAll('-', ' ')
}

function printCommand({ command, path }: Leaf): string {
  const words = command.registeredArguments.map((argument) => ` ${wordOf(argument)}`)
  const given = command.registeredArguments.filter(({ description }) => description !== '')
  const lines = [
    ...given.map((argument) => `- \`${wordOf(argument)}\`: ${argument.description}`),
    ...command.options.map(printOption),
  ]
  const list = lines.length === 0 ? [] : ['', ...lines]
  return [`### \`${path}${words.join('')}\``, '', sentence(command.description()), ...list, ''].join('\n')
}

function wordOf(argument: Argument): string {
  return `<${argument.name()}${argument.variadic ? '...' : ''}>`
}

function printOption({ flags, description, mandatory, defaultValue }: Option): string {
  const isShown = defaultValue !== undefined && defaultValue !== ''
  const standard = isShown ? ` (default: \`${defaultValue}\`)` : ''
  return `- \`${flags}\`${mandatory ? ' (required)' : ''}: ${description}${standard}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
