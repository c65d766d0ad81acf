/** The build inserts the text of the file. */
declare module "*.yaml" {
  const text: string;
  export default text;
}
