/** Session buses of their own, each with a keychain in another state. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The shell command that each state starts for a name on the bus; the keyring's data is in the given folder. */
const servicesOf = {
  working: {
    "org.freedesktop.secrets":
      "printf pass | gnome-keyring-daemon --unlock --foreground --components=secrets",
  },
  "without a bus": undefined,
  "without a service": {},
  "locked, its prompt dismissed": {
    "org.freedesktop.secrets":
      "exec gnome-keyring-daemon --start --foreground --components=secrets",
    "org.gnome.keyring.SystemPrompter": "false",
  },
  "locked, its prompt unanswered": {
    "org.freedesktop.secrets":
      "exec gnome-keyring-daemon --start --foreground --components=secrets",
    "org.gnome.keyring.SystemPrompter": "exec sleep 60",
  },
  "never starting": { "org.freedesktop.secrets": "exec sleep 60" },
} as const satisfies Record<string, Record<string, string> | undefined>;

export type KeychainState = keyof typeof servicesOf;

export const keychainStates = [
  "working",
  "without a bus",
  "without a service",
  "locked, its prompt dismissed",
  "locked, its prompt unanswered",
  "never starting",
] as const satisfies KeychainState[];

/** A file that exists once the keychain of a session in that state has been asked for anything. */
const askedFile = (state: KeychainState, folder: string): string => join(folder, `asked ${state}`);

export const isAsked = (state: KeychainState, folder: string): boolean =>
  existsSync(askedFile(state, folder));

/** Returns the environment of a session in that state, which ends with the test. */
export async function sessionIn(
  state: KeychainState,
  folder: string,
): Promise<Record<string, string>> {
  const home = { HOME: folder, XDG_DATA_HOME: join(folder, "data") };
  mkdirSync(home.XDG_DATA_HOME, { recursive: true });
  const services = servicesOf[state];
  if (services === undefined) {
    return { ...home, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, "none")}` };
  }
  return { ...home, DBUS_SESSION_BUS_ADDRESS: await startBus(state, services, home, folder) };
}

async function startBus(
  state: KeychainState,
  services: Record<string, string>,
  home: Record<string, string>,
  folder: string,
): Promise<string> {
  const serviceFolder = join(folder, `services of ${state}`);
  mkdirSync(serviceFolder, { recursive: true });
  rmSync(askedFile(state, folder), { force: true });
  for (const [name, command] of Object.entries(services)) {
    const file = join(serviceFolder, `${name}.service`);
    const shell = `/bin/sh -c 'touch "${askedFile(state, folder)}"; ${command}'`;
    writeFileSync(file, `[D-BUS Service]\nName=${name}\nExec=${shell}\n`);
  }
  const configuration = join(folder, `${state}.conf`);
  writeFileSync(configuration, busConfiguration(serviceFolder, folder));
  const bus = spawn(
    "dbus-daemon",
    [`--config-file=${configuration}`, "--nofork", "--print-address=1"],
    {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: process.env["PATH"], ...home },
    },
  );
  // This ends everything that it started as well.
  onTestFinished(() => void process.kill(-(bus.pid ?? 0), "SIGKILL"));
  const [address]: Buffer[] = await once(bus.stdout, "data");
  return String(address).trim();
}

const busConfiguration = (services: string, folder: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=${folder}</listen>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
