import { stripTypeScriptTypes } from 'node:module'
import { type AnyNode, type Node, parse } from 'acorn'
import { full } from 'acorn-walk'

/** One small mistake in one file: the text from `start` to `end` is replaced. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
}

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/**
 * Every mistake of these kinds that a file can have: an operator that is another, a negation or an await that is
 * missing, a condition that always or never holds, a call that is not made, a literal that differs.
 */
export function listMutants(source: string): readonly Mutant[] {
  // Stripped types are replaced by blanks, so a position in the program is one in the source.
  const program = stripTypeScriptTypes(source)
  const mutants: Mutant[] = []
  full(parse(program, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    mutants.push(...mutantsOf(node as AnyNode, program))
  })
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

function mutantsOf(node: AnyNode, program: string): readonly Mutant[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(node, program)
    case 'UnaryExpression':
      return node.operator === '!' ? [{ start: node.start, end: node.start + 1, text: '' }] : []
    case 'AwaitExpression':
      return [{ start: node.start, end: node.argument.start, text: 'void ' }]
    case 'IfStatement':
    case 'ConditionalExpression':
      return [replace(node.test, 'true'), replace(node.test, 'false')]
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression' ? [replace(node.expression, '0')] : []
    case 'Literal':
      return mutateLiteral(node)
    default:
      return []
  }
}

interface Operation extends Node {
  readonly operator: string
  readonly left: Node
  readonly right: Node
}

function swapOperator({ left, right, operator }: Operation, program: string): readonly Mutant[] {
  const other = operators[operator]
  const start = program.indexOf(operator, left.end)
  if (other === undefined || start < 0 || start >= right.start) return []
  return [{ start, end: start + operator.length, text: other }]
}

function mutateLiteral(node: Node & { readonly value?: unknown }): readonly Mutant[] {
  if (typeof node.value === 'boolean') return [replace(node, String(!node.value))]
  if (typeof node.value === 'number') return [replace(node, String(node.value + 1))]
  return []
}

function replace({ start, end }: Node, text: string): Mutant {
  return { start, end, text }
}
