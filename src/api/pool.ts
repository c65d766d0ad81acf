/** The only import of undici. The transport loads this file with the first message, not at the start. */
export { Pool } from "undici";
