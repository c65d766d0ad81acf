/** Session buses on which the keychain is in one state or another: a bus of its own, with its own service files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What each state starts when a name is asked for; the keyring's data is in the folder that is given. */
const servicesOf = {
  working: {
    "org.freedesktop.secrets":
      "/bin/sh -c 'printf pass | gnome-keyring-daemon --unlock --foreground --components=secrets'",
  },
  "without a bus": undefined,
  "without a service": {},
  "locked, its prompt dismissed": {
    "org.freedesktop.secrets":
      "/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets",
    "org.gnome.keyring.SystemPrompter": "/bin/false",
  },
  "locked, its prompt unanswered": {
    "org.freedesktop.secrets":
      "/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets",
    "org.gnome.keyring.SystemPrompter": "/bin/sleep 60",
  },
  "never starting": { "org.freedesktop.secrets": "/bin/sleep 60" },
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

/** The environment of a session in that state, ended with the test. */
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
  state: string,
  services: Record<string, string>,
  home: Record<string, string>,
  folder: string,
): Promise<string> {
  const serviceFolder = join(folder, `services of ${state}`);
  mkdirSync(serviceFolder);
  for (const [name, command] of Object.entries(services)) {
    const file = join(serviceFolder, `${name}.service`);
    writeFileSync(file, `[D-BUS Service]\nName=${name}\nExec=${command}\n`);
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
  // With everything that it started.
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
