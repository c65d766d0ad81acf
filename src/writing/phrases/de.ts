/** German, in nominal form: no verb depends on a number. */
import type { Change, Days, Head, Phrases } from "./phrases.ts";

/** `im Oktober 2026`, `am 31. Oktober 2026`, `vom 16. November bis 22. November 2026`. */
function within({ unit, first, last }: Days): string {
  if (unit === "day") return `am ${first}`;
  if (unit === "month") return `im ${first}`;
  if (unit === "year") return `im Jahr ${first}`;
  return unit === "quarter" ? `im ${first}. Quartal ${last}`.trim() : `vom ${first} bis ${last}`;
}

/** `September`, `dem 30. September`, `der Zeit vom … bis …`. */
function against({ unit, first, last }: Days): string {
  if (unit === "month") return first;
  if (unit === "day") return `dem ${first}`;
  if (unit === "year") return `dem Jahr ${first}`;
  return unit === "quarter"
    ? `dem ${first}. Quartal ${last}`.trim()
    : `der Zeit vom ${first} bis ${last}`;
}

const pages = (count: number): string => `${count} ${count === 1 ? "Seite" : "Seiten"}`;

const matching = (count: number | undefined): string =>
  count === undefined
    ? "Zeilen, die die Bedingungen erfüllen"
    : `${pages(count)}, die die Bedingungen ${count === 1 ? "erfüllt" : "erfüllen"}`;

const both: Readonly<Record<Days["unit"], string>> = {
  day: "an beiden Tagen",
  month: "in beiden Monaten",
  quarter: "in beiden Quartalen",
  year: "in beiden Jahren",
  range: "in beiden Zeiträumen",
};

const sizeOf = ({ direction, signed }: Change): string =>
  direction === "same" ? "0" : direction === "hardly" ? "nahezu unverändert" : signed;

const heads: Readonly<Partial<Record<Head, string>>> = {
  now: "jetzt",
  before: "vorher",
  usual: "üblich",
  lowest: "niedrigster Wert",
  highest: "höchster Wert",
  same_now: "jetzt, gleiche Seiten",
  same_before: "vorher, gleiche Seiten",
  same_profiles: "gleiche Seiten",
  profiles: "Seiten",
  change: "Veränderung",
  change_percent: "Veränderung in %",
  all_change: "Veränderung aller",
  all_change_percent: "Veränderung aller in %",
  contribution: "Anteil an der Veränderung in %",
  share: "Anteil in %",
  coverage: "mit Daten in %",
  sum: "Summe",
  mean: "Durchschnitt",
  median: "Median",
  p90: "90. Perzentil",
  min: "Minimum",
  max: "Maximum",
  first: "erster Wert",
  last: "letzter Wert",
  profile: "Seite",
  label: "Label",
  date: "Zeit",
  network: "Netzwerk",
  group: "Gruppe",
  name: "Name",
  metric: "Kennzahl",
  of: "von",
  range: "Zeitraum",
  goal: "Ziel",
  events: "Ereignisse",
  "missing %": "ohne Daten in %",
  created_local: "veröffentlicht",
  type: "Art",
  text: "Text",
  url: "Link",
  posts: "Beiträge",
  interactions: "Interaktionen",
  reactions: "Reaktionen",
  comments: "Kommentare",
  shares: "Geteilt",
  likes: "Gefällt-mir-Angaben",
};

export const german: Phrases = {
  labels: {
    boards_change: "Pinnwand-Zuwachs (netto)",
    boards_lifetime: "Pinnwände",
    fans_change: "Fan-Zuwachs (netto)",
    fans_lifetime: "Fans",
    ff_ratio: "Follower je gefolgtem Konto",
    followers_change: "Follower-Zuwachs (netto)",
    followers_lifetime: "Follower",
    following_change: "Zuwachs an gefolgten Konten (netto)",
    following_lifetime: "Gefolgte Konten",
    insights_engagements: "Interaktionen laut Netzwerk",
    insights_fan_adds: "Gewonnene Fans",
    insights_fan_adds_unique: "Personen, die Fans wurden",
    insights_fan_removes: "Verlorene Fans",
    insights_fan_removes_unique: "Personen, die keine Fans mehr sind",
    insights_fans_change: "Fan-Zuwachs (netto)",
    insights_fans_lifetime: "Fans",
    insights_fans_online: "Fans online",
    insights_followers: "Follower",
    insights_follows: "Neu Folgende",
    insights_impressions: "Impressionen",
    insights_impressions_28_days: "Impressionen in 28 Tagen",
    insights_impressions_7_days: "Impressionen in 7 Tagen",
    insights_impressions_engagement_rate: "Interaktionsrate",
    insights_impressions_paid: "Bezahlte Impressionen",
    insights_media_views: "Medienaufrufe",
    insights_negative_feedback: "Negative Rückmeldungen",
    insights_post_clicks: "Klicks auf Beiträge",
    insights_post_clicks_unique: "Personen mit Klick auf Beiträge",
    insights_post_impressions: "Impressionen der Beiträge",
    insights_post_reach: "Reichweite der Beiträge",
    insights_post_reach_paid: "Bezahlte Reichweite der Beiträge",
    insights_profile_clicks: "Klicks auf das Profil",
    insights_profile_views: "Aufrufe des Profils",
    insights_reach: "Reichweite",
    insights_reach_28_days: "Reichweite in 28 Tagen",
    insights_reach_7_days: "Reichweite in 7 Tagen",
    insights_reach_engagement_rate: "Interaktionsrate nach Reichweite",
    insights_reach_paid: "Bezahlte Reichweite",
    insights_reactions: "Reaktionen",
    insights_video_complete_views_30s: "Videoaufrufe ab 30 Sekunden",
    insights_video_complete_views_30s_repeat_views: "Wiederholte Videoaufrufe ab 30 Sekunden",
    insights_video_complete_views_30s_unique: "Personen, die 30 Sekunden ansahen",
    insights_video_repeat_views: "Wiederholte Videoaufrufe",
    insights_video_views: "Videoaufrufe",
    insights_video_views_unique: "Personen mit Videoaufruf",
    insights_views: "Aufrufe",
    interaction_change: "Interaktionen",
    interactions_per_1k_fans: "Interaktionen je 1.000 Fans",
    listed_change: "Zuwachs an Listeneinträgen (netto)",
    listed_lifetime: "Listeneinträge",
    pins_lifetime: "Pins",
    subscribers_change: "Abonnenten-Zuwachs (netto)",
    subscribers_lifetime: "Abonnenten",
    video_lifetime: "Videos",
    viewed_time_change: "Wiedergabezeit (Sekunden)",
    views_change: "Aufrufe",
  },
  heads,
  cautions: "Hinweise",
  sources: "Quellen",
  madeUp: "Die Daten sind erfunden (Sandbox).",
  allNetworks: "Alle Netzwerke",
  notAllPosts: "aufgeführt; es gibt weitere",
  partOfPosts: "Nicht alle Beiträge: Summen und Mittel nur über die aufgeführten.",
  rest: ["Weitere Hinweise, auf Englisch:"],
  lacking({ kind, names, count, pages: total, day }) {
    const who = names.length === 0 ? pages(count) : names.join(", ");
    if (kind === "lacks") return `${count} von ${pages(total)} ohne Daten an einigen Tagen`;
    if (kind === "insights") return `ohne Insights: ${who}`;
    if (kind === "values") return `ohne Daten einiger Kennzahlen: ${who}`;
    return kind === "began"
      ? `Daten erst ab ${day}: ${who}`
      : `keine Daten nach dem ${day}: ${who}`;
  },
  nothing: "Nichts zu berichten: keine Seiten.",
  noRows: "Keine Zeilen.",
  more: (count) => `Weitere Zeilen: ${count}.`,
  byAuthor: (text) => `${text}: Angabe des Verfassers, nicht aus den Daten`,
  total: (count) => (count === undefined ? "gesamt" : `gesamt (${pages(count)})`),
  sameInBoth: "Seiten mit Daten in beiden Zeiträumen",
  pages,
  same: (count, of) => `${count} von ${pages(of)} mit Daten in beiden Zeiträumen`,
  matching,
  against: (range, before) => `${range} gegenüber ${before}`,
  covered: (percent) => `Daten an ${percent} % der Tage`,
  fetched: (day) => `abgerufen am ${day}`,
  points: "Prozentpunkte",
  reasons: {
    new: "die Seite ist neu",
    ended: "die Seite hat keine Daten mehr",
    gaps: "zu viele Tage ohne Daten",
    no_insights: "die Seite hat keine Insights",
    not_delivered: "die Daten sind noch nicht geliefert",
    not_applicable: "die Daten beginnen später",
    other_profiles: "nicht dieselben Seiten",
    break: "andere Zählweise des Netzwerks",
    no_value: "keine Daten",
    no_percent: "keine Veränderung in Prozent",
    not_alike: "Zeiträume nicht vergleichbar",
    not_combined: "Werte nicht zusammenfassbar",
  },
  statement({ label, measure, value, when, row, pages: count, who }) {
    const name = row === undefined ? label : `${row}, ${label}`;
    const each = count !== undefined && count > 1 ? " und Seite" : "";
    const unit = measure === "people" ? ` Personen je Tag${each} im Durchschnitt` : "";
    return `${name}: ${value}${unit} ${within(when)}${who === "" ? "" : ` (${who})`}.`;
  },
  missing: ({ label, when, row }, reason) =>
    `${row === undefined ? label : `${row}, ${label}`}: keine Zahl ${within(when)} (${reason}).`,
  change(change) {
    const { before, isAtEqualDays, pages: count, usual } = change;
    const base =
      usual === undefined ? against(before) : "dem Durchschnitt der vier Zeiträume davor";
    const days = isAtEqualDays ? " bei gleicher Zahl von Tagen" : "";
    const range = usual === undefined ? "" : `niedrigster ${usual[0]}, höchster ${usual[1]}`;
    const who = count === undefined ? "" : `${pages(count)} mit Daten ${both[before.unit]}`;
    const beside = [who, range].filter(Boolean).join("; ");
    return `Veränderung gegenüber ${base}${days}: ${sizeOf(change)}${beside === "" ? "" : ` (${beside})`}.`;
  },
  noChange: (before, reason) => `Kein Vergleich mit ${against(before)}: ${reason}.`,
  pace({ projected, on, target, difference, direction, isOver }) {
    const end =
      direction === "reached"
        ? `genau beim Ziel von ${target}`
        : `${difference} ${direction === "short" ? "unter" : "über"} dem Ziel von ${target}`;
    return isOver ? `Damit ${end}.` : `Beim bisherigen Tempo ${projected} ${within(on)}: ${end}.`;
  },
};
