/** Commands that are not `serve`: loaded together, when one of them is asked for. */
export { call } from "./call.ts";
export { demo } from "./demo.ts";
export { http } from "./http.ts";
export { token } from "./token.ts";
export { sandbox } from "./sandbox.ts";
export { listTools as tools } from "./tools.ts";
export { doctor } from "./doctor.ts";
export { login } from "./login.ts";
export { logout } from "./logout.ts";
export { status } from "./status.ts";
