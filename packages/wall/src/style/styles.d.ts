/** A style sheet as a text. */
declare module '*.css?inline' {
  const style: string
  export default style
}
