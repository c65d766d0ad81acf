/** The folders of programs below the user's home folder. */
import { join } from "node:path";

interface Folders {
  /** Records and locks. */
  readonly state: string;
  /** Answers that can be requested again. */
  readonly cache: string;
}

/** XDG variables are ignored: hosts do not pass them to servers, and a server and a terminal must use the same folder. */
export function foldersOf(platform: NodeJS.Platform, home: string, name: string): Folders {
  if (platform === "darwin")
    return {
      state: join(home, "Library/Application Support", name),
      cache: join(home, "Library/Caches", name),
    };
  if (platform === "win32") {
    const state = join(home, "AppData/Local", name);
    return { state, cache: join(state, "Cache") };
  }
  return { state: join(home, ".local/state", name), cache: join(home, ".cache", name) };
}

/** The folder in which desktop programs keep their settings. @param appData what Windows names so, if it does. */
export function settingsFolder(
  platform: NodeJS.Platform,
  home: string,
  appData: string | undefined,
): string {
  if (platform === "darwin") return join(home, "Library/Application Support");
  if (platform === "win32") return appData ?? join(home, "AppData/Roaming");
  return join(home, ".config");
}
