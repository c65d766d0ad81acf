/** The only import of undici, so that it can be loaded with the first message and not at the start. */
export { Pool } from "undici";
