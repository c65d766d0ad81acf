/** The build makes one text of a page with its style and script. */
declare module "*.html" {
  const text: string;
  export default text;
}
