// What the scripts of a tablet exchange with the server and with the engine: JSON, as both have it.

/** A seat of a game, as `games/<code>/tablet/` tells it. */
export interface Seat {
  id: number;
  name: string;
  /** The name where a table of many has no room for whole ones. */
  short?: string;
  /** The name as the dispute desk's questions have it. */
  word: string;
  color: number;
  /** What the seat began with, such as a late arrival's points. */
  entry_total: number;
  /** Who came with what the rules give: the seats from whose totals they make it. */
  late_after?: number[];
  from_round: number;
  /** The last round that it plays; null while it stays. */
  after_round: number | null;
  ranked: boolean;
}

/** What a seat reports of a round: as numbers on the server's sheet, as text where it waits. */
export interface Cell {
  points: number | null;
  total: number | string | null;
  tiles: string | null;
  count: number | string | null;
  marked: boolean | null;
}

/** A round on the sheet; `waiting` and what follows it are of one that waits on this tablet. */
export interface Round {
  number: number;
  /** Its entry on the server, 0 while it waits; and the key that the device chose. */
  entry: number;
  key: string;
  ending: string;
  starting_double: number | null;
  boneyard: number | string | null;
  author: string;
  cells: Record<string, Cell>;
  /** Whether it only parts those who tied for the game: it counts in no total. */
  run_off?: boolean;
  draft?: string;
  waiting?: boolean;
  checked?: boolean;
  refused?: string;
  faults?: string[];
  at?: string;
  /** What it replaces. */
  struck?: Round | null;
  /** Whether another one was recorded here, while the server has this one. */
  contested?: boolean;
}

/** A round to come, as the rules foresee it. */
export interface Plan {
  number: number;
  double: number | null;
  /** How it is said at the table, as "double nine"; "" or nothing where there is none. */
  double_name?: string;
  how: string;
  /** Who takes the first turn, and who took that of the round before; "" where nobody can say. */
  begins?: string;
  began_before?: string;
  rounds: number | null;
  over: boolean;
  draft: string;
  /** Points that the table is asked about where a hand has more: `most` no hand can have. */
  high?: { usual: number | null; most: number } | null;
}

/** The newest entry, which can be undone: by its id, or by its key while it waits. */
export interface Newest {
  entry?: number;
  key?: string;
  round: number | null;
  /** Whether it is a correction of that round, or for an undo, whether it undid one. */
  corrects?: boolean;
  /** Or a choice between what two tablets had recorded. */
  chooses?: boolean;
  /** With a correction that the server has: the round as it was before. */
  line?: Round | null;
}

/** The newest undo, by its key or its id; `line` is the round that comes back with a redo. */
export interface Undone extends Newest {
  line: Round | null;
}

/** What the server tells a tablet of a game. */
export interface KnownGame {
  version: number;
  code: string;
  set: number;
  rules: Record<string, unknown>;
  count_rules: Record<string, unknown>;
  counts_markers: boolean;
  /** What the double blank counts, and what any other blank side adds; null where that is open. */
  blank_points?: [blank: number, side: number] | null;
  /** Whether those who tie for the game play one more round. */
  has_run_offs?: boolean;
  /** After which round they do, whatever the clock says; null or nothing where nobody does, or yet. */
  run_offs_after?: number | null;
  /** Which total somebody comes in with who comes late; an older version of the server says nothing. */
  late_total?: "highest" | "average" | "zero";
  /** Whether equal totals are parted by who went out in more rounds. */
  parts_by_rounds_out?: boolean;
  /** Sentences with gaps, which the rules of this game need. */
  says?: Partial<Record<"tied" | "begins" | SurpriseCode, string>>;
  revision: number;
  finished: boolean;
  next_round: number;
  author: string;
  author_name: string;
  seats: Seat[];
  /** Names that were corrected, each with the seat as the desk calls it now. */
  former_names?: Record<string, string>;
  rounds: Round[];
  last: Newest | null;
  redo?: Undone | null;
  plan: Plan[];
  /** The keys that are on the sheet. */
  keys: string[];
}

/** A round's form, its fields by name. */
export type RoundFields = Record<string, string>;

/** What is written down on this tablet, to be handed over. */
export interface NewEntry {
  kind: "round" | "correct" | "undo" | "dispute";
  game: string;
  round: number;
  key?: string;
  fields?: RoundFields;
  /** The entry that a correction or an undo was about. */
  seen?: { entry?: number; key?: string };
  /** Whether who recorded it still waits for the answer. */
  asks?: boolean;
  /** A dispute, as the desk had it. */
  data?: unknown;
  /** What the engine on this tablet makes of a round. */
  points?: Record<string, number | null>;
  faults?: string[];
  checked?: boolean;
}

/** An entry that waits in the outbox. */
export interface Entry extends NewEntry {
  seq: number;
  version: number;
  key: string;
  made_at: string;
  author: string;
  author_name: string;
  /** Why the server set it aside: a sentence, or the status that it answered with. */
  refused?: string;
  /** Why it has to wait, though nothing is wrong with it. */
  delayed?: string;
}

/** What became of an entry that was handed over. */
export interface HandedOver {
  key: string;
  outcome:
    "recorded" | "already" | "same" | "contest" | "refused" | "left" | "faults" | "clash" | "later";
  text: string;
}

/** Something that does not fit, or is missing, in words; about these seats, or about the round. */
export interface Complaint {
  code: string;
  text: string;
  seat_ids: number[];
  tiles: string[];
}

interface SetAndRules {
  set: number;
  rules: Record<string, unknown>;
}

/** A round's form, as the engine is asked about it. */
export interface RoundCase extends SetAndRules {
  round: number;
  names: Record<string, string>;
  order: number[];
  fields: RoundFields;
}

/** Why a table is asked about points: no hand can be so high, or hardly any is. */
export type SurpriseCode = "past_every_hand" | "rarely_so_high";

/** Points that are higher than hands are; somebody may have said that they are right. */
export interface Question {
  code: string;
  text: string;
  seat_id: number;
  points: number;
  confirmed: boolean;
}

/** What the engine says of a round's form. */
export interface RoundCheck {
  missing: Complaint[];
  complaints: Complaint[];
  /** By the seat's id; null while they are not known. */
  points: Record<string, number | null>;
  /** By the name of a field, why it cannot be read. */
  unread: Record<string, string[]>;
  /** None where an engine of an older version answers. */
  questions?: Question[];
}

/** A table, as the dispute desk asks about it. */
export interface Scene extends SetAndRules {
  seats: string[];
  round: number;
  starting_double: number | null;
  /** The points before this round of those who have played. */
  totals: Record<string, number>;
  begins?: string;
  began_before?: string;
}

/** One fact that the table does not draw: what is asked, and what was answered. */
export interface DeskControl {
  path: string;
  text: string;
  choices: { value: string; label: string }[];
  /** What can be typed instead: tile, tiles or number; empty for nothing. */
  kind: string;
  value: string;
  typed: string;
}

export interface DeskClause {
  id: string;
  house: boolean;
  text: string;
  source: string;
  quote: string;
  /** The code of the language of the quote. */
  language: string;
}

/** A question with its facts, as it is handed over to the club's server. */
export interface AskedQuestion {
  kind: string;
  ask: Record<string, unknown>;
  told: [path: string, value: unknown][];
  asked: number;
  unknown: string[];
}

export interface DeskRuling {
  word: string;
  class: string;
  because: string;
  /** Whether it hangs on what nobody knows. */
  open: boolean;
  /** What is done about a mistake. */
  steps: string[];
  /** What tables do where the rules are silent, or how a text reads. */
  options: string[];
  isContradiction: boolean;
}

/** Where the dispute desk stands after a tap. */
export interface DeskState {
  title: string;
  /** The answer for everybody, while the question is about nobody. */
  rule: string;
  other_rules: string[];
  /** What the question still lacks. */
  missing: string;
  wrong: string[];
  /** What was said of the table. */
  sentences: string[];
  /** What holds unless something else is said. */
  supposed: string[];
  /** The path of the fact that `question` asks for. */
  next: string;
  question: string;
  buttons: { value: string; label: string }[];
  /** What can be typed beside the buttons. */
  typed: DeskControl | null;
  more: DeskControl[];
  ruling: DeskRuling | null;
  clauses: DeskClause[];
  asked: AskedQuestion | null;
}

/** What a sentence may mean; `query` has the parts of the question as an address has them. */
export interface DeskReading {
  kind: string;
  title: string;
  /** What was said beside the question, in sentences. */
  facts: string[];
  query: string;
  /** Nobody need be asked whether this is meant. */
  is_sure: boolean;
  /** Sentences on people who were named and do not play at this table. */
  strangers: string[];
}

/** A question that could not be read at all. */
export interface Unreadable {
  error: string;
}

/** A tile in a photo as the engine is asked about it: what it may be, each with its probability. */
export interface Sight {
  tiles: [tile: string, probability: number][];
  /** How probable it is no tile at all. */
  none?: number;
}

/** The photos of a round's hands, by the seats' names. */
export interface PhotoCase extends SetAndRules {
  starting_double: number | null;
  hands: Record<string, { sights: Sight[]; total?: number; count?: number }>;
  /** Tiles that nobody doubts. */
  known: Record<string, string[]>;
}

/** What a sight is proposed to be. */
export interface SightAudit {
  /** null for no tile, "" for one that could not be read. */
  tile: string | null;
  /** Why it is not what it looks like, "" where it is: a code, and in words. */
  reason: string;
  text: string;
  values: Record<string, string | number>;
  doubtful: boolean;
  others: (string | null)[];
}

/** The most probable reading of all hands together. */
export interface PhotoAudit {
  hands: Record<string, SightAudit[]>;
  /** What does not fit about whole hands. */
  notes: { code: string; text: string; seats: string[] }[];
  proved: boolean;
}

/** What the engine can be asked (`scoring/tablets/offline/call_table.py`): what it takes, and what it answers. */
export interface EngineCalls {
  audit: { value: PhotoCase; answer: PhotoAudit | Unreadable };
  check: { value: RoundCase; answer: RoundCheck | Unreadable };
  leaders: {
    value: SetAndRules & { seats: { id: number; total: number; rounds_out: number }[] };
    answer: { leaders: number[] } | Unreadable;
  };
  desk: {
    value: Scene & { kind: string; fields: Record<string, string[]> };
    answer: DeskState | Unreadable;
  };
  readings: {
    value: { text: string; seats: string[]; former_names: Record<string, string> };
    answer: { readings: DeskReading[] } | Unreadable;
  };
}
