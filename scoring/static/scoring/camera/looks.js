// What the network makes of a place: at a glance, or, where that is doubtful, after several looks.
// Knows no page.

import { fitTile } from "./fitter.js";
import { add, scaled, turned } from "./geometry.js";
import { cutOut, standardized } from "./image.js";
import { layoutFits } from "./layouts.js";
import { run, softmax } from "./network.js";
import { countPips, spotsOf } from "./pips.js";

/** @import { Fit } from "./fitter.js" */
/** @import { Picture, Pose } from "./image.js" */
/** @import { Layer, Map3, Network } from "./network.js" */

/**
 * A place as it was looked at: the values that the network gave each half, what each half may be by
 * them, how likely it is a tile at all, and how well it was read.
 *
 * @typedef {Pose & {
 *   values: [number[], number[]];
 *   halves: [number[], number[]];
 *   likely: number;
 *   score: number;
 *   alone?: boolean;
 *   heat?: number;
 *   agreed?: boolean;
 *   tile?: number;
 *   aside?: number;
 *   from?: Pose;
 * }} Sight `alone`: the finder's network alone told of it; `heat`: how likely that holds it a
 *   tile's; `agreed`: that tells of a tile as large that lies as this does, and of none across it;
 *   `tile`: how likely the fitter holds it one, and `aside`, from a
 *   little aside, too, where that is doubtful; `from`: the finder's place from which it was moved
 */

export const LEAST = 0.3; // a place that is less likely a tile is none
export const CLEAR = 0.96; // read so well, a place is not looked at again
const FITS = 2; // times that the fitter moves a place, at most
const READ_WELL = 0.7; // no other tilt is tried
const HALF = 40; // pixels of a half, as the reader learned to see it
const MARGIN = 0.08; // of a tile's width, around a half
const DOUBTFUL = 0.97; // below, a half is looked at again
const NO_TILE = 0.9; // a half that is as likely none: the other one is not looked at
const AGAIN = [1, 0.93, 1.07]; // of its size: how large it is taken for then
const SECOND = 0.5; // of what a half may be, by the second reader; the rest by the first
const NUDGE = 0.05; // of half a tile: how far aside and how much larger a tile that is read steadily is read alike
const TILE_LOOKS = [
  [0.07, 0.04, 1],
  [-0.07, -0.04, 1],
  [0, 0, 0.94],
]; // how far aside, in half a tile's sides, and its size
const STEADY = 0.9; // as probable, it is
const LARGE_PIPS = 12; // sets with more are rare: unless told, weighed less
const LARGE_WEIGHT = 0.15;
const COUNTED = [0.95, 0.24]; // how much more probable a number is as many spots as were counted, or one off,
const MISCOUNTED = 0.14; // or another
const FITTING = 300; // how much the logarithm of a number's probability grows with how well its layouts fit,
const LEAST_FIT = 0.08; // where the best does so well at least: numerals fit none,
const NO_LAYOUT = 0.7; // and how well each number below ten does, of the best: all set by 960 drawn halves
const LEAST_AFTER = 0.75; // what is less likely a tile after all looks is none: of 1,377 that were read right, none was
const LEAST_TILE = 0.2; // nor is what the fitter holds less likely one,
const SURE_HEAT = 0.5; // unless the finder's network and the readers are as sure: edges may hardly be seen
const SURE_TILE = 0.9; // as likely, the fitter is sure of a tile:
const SURE_HALF = 0.95; // beside a half that the readers are as sure is one, the other is there, too
const BLANK = 1 / 300; // tiles blank on both halves, for each such place of the table
const HEAT = 1; // set by what was drawn and kept aside: as certain as it is right

/** Whether both halves look blank. @param {Pick<Sight, "halves">} sight */
export function isBlank({ halves }) {
  return halves.every((chances) => (chances[0] ?? 0) >= Math.max(...chances.slice(1, -1)));
}

/**
 * How likely a place is a tile. A bare table with a line across it looks like the tile that is blank
 * on both halves, and is far more common: there, both halves have to look like halves.
 *
 * @param {[number[], number[]]} halves
 */
function likelihood(halves) {
  const [one, other] = /** @type {[number, number]} */ (
    halves.map((chances) => chances.at(-1) ?? 0)
  );
  if (!isBlank({ halves })) return 1 - (one + other) / 2;
  const tile = (1 - one) * (1 - other) * BLANK;
  return tile / (tile + one * other);
}

/** How probable a half's number is; many pips count as one number here: they are counted later. @param {number[]} chances */
function clearest(chances) {
  const many = chances.slice(LARGE_PIPS + 1, -1).reduce((sum, chance) => sum + chance, 0);
  return Math.max(many, ...chances.slice(0, LARGE_PIPS + 1));
}

/** How well a place was read, and as one tile. @param {Sight} sight */
export function worthOf({ score, likely }) {
  return score * likely;
}

/** Whether the place was read, and as one tile. @param {Sight} sight */
export function isRead({ score, likely }) {
  return score > READ_WELL && likely > LEAST;
}

/** Whether a place is a tile after all looks. @param {Sight} sight */
export function isLikelyAfter({ likely, tile = 1, heat = 0, halves }) {
  const isSeenByOthers = likely > SURE_HALF && heat > SURE_HEAT && !isBlank({ halves });
  return likely > LEAST_AFTER && (tile > LEAST_TILE || isSeenByOthers);
}

/** Whether the fitter is sure of a tile, and the readers of one of its halves. @param {Sight} sight */
function hasHalf({ halves, tile = 1 }) {
  const surer = Math.max(...halves.map((chances) => 1 - (chances.at(-1) ?? 0)));
  return tile > SURE_TILE && surer > SURE_HALF && !isBlank({ halves });
}

/**
 * A tile of which one half looks like none: where the bar is hardly seen, that one is blank.
 *
 * @param {Sight} sight
 * @returns {Sight}
 */
function withBlank(sight) {
  const [one, other] = sight.halves;
  const blank = (/** @type {number[]} */ chances) => [
    (chances[0] ?? 0) + (chances.at(-1) ?? 0),
    ...chances.slice(1, -1),
    0,
  ];
  return { ...sight, halves: [blank(one), blank(other)] };
}

/** What is left of a place after all looks: the tile as it is read, or nothing. @param {Sight} sight @returns {Sight[]} */
export function leftAfter(sight) {
  if (isLikelyAfter(sight)) return [sight];
  return hasHalf(sight) ? [withBlank(sight)] : [];
}

/** What a reader tells of a half. @param {Layer[]} layers @param {Map3} half */
function valuesBy(layers, half) {
  return Array.from(run(layers, half).data);
}

/** The values as logarithms of probabilities. @param {number[]} values */
function logarithms(values) {
  const most = Math.max(...values);
  const sum = values.reduce((total, value) => total + Math.exp(value - most), 0);
  return values.map((value) => value - most - Math.log(sum));
}

/** Sees the places of one photo, of a set with at most so many pips. */
export class Looker {
  /**
   * @param {Network} network
   * @param {Picture} picture
   * @param {number | null} most
   */
  constructor(network, picture, most) {
    this.network = network;
    this.picture = picture;
    this.weights = Array.from({ length: network.layers.at(-1)?.outputs ?? 0 }, (_, pips) =>
      pips > (most ?? Infinity) ? 0 : most == null && pips > LARGE_PIPS ? LARGE_WEIGHT : 1,
    );
    this.weights[this.weights.length - 1] = 1; // no half
  }

  /**
   * The values for the half that lies from the middle along a vector.
   *
   * @param {Pose} pose
   * @param {number} size
   */
  valuesOf(pose, size) {
    return valuesBy(this.network.layers, this.halfAt(pose, size));
  }

  /**
   * The half that lies from the middle along a vector, as the readers learned to see it.
   *
   * @param {Pose} pose
   * @param {number} size
   * @returns {Map3}
   */
  halfAt({ center, across, along }, size) {
    const edge = size + 2 * MARGIN;
    const corner = add(add(center, across, -edge), along, size + MARGIN);
    const right = scaled(across, 2 * edge);
    const down = scaled(along, -(size + 2 * MARGIN));
    const part = cutOut(this.picture, corner, right, down, HALF, HALF);
    return standardized(part);
  }

  /** Probabilities of each number of pips, and last, that it is no half. @param {number[]} values */
  chancesOf(values) {
    const weighed = softmax(values, HEAT).map((chance, pips) => chance * (this.weights[pips] ?? 0));
    const sum = weighed.reduce((total, chance) => total + chance, 1e-12);
    return weighed.map((chance) => chance / sum);
  }

  /** @param {Pose} pose @param {[number[], number[]]} values @returns {Sight} */
  sightOf(pose, values) {
    const halves = /** @type {[number[], number[]]} */ (values.map((one) => this.chancesOf(one)));
    const [one, other] = halves.map(clearest);
    return {
      ...pose,
      values,
      halves,
      likely: likelihood(halves),
      score: (one ?? 0) * (other ?? 0),
    };
  }

  /** Look at each half once. @param {Pose} pose @returns {Sight} */
  glance(pose) {
    const first = this.valuesOf(pose, 1);
    const nothing = (this.chancesOf(first).at(-1) ?? 0) > NO_TILE;
    return this.sightOf(pose, [first, nothing ? first : this.valuesOf(turned(pose), 1)]);
  }

  /**
   * The place where the fitter sees the tile, or as it is where that sees none; with how likely it is one.
   *
   * @param {Pose} place
   * @returns {Fit}
   */
  fit(place) {
    const { fitter } = this.network;
    if (!fitter.length) return { ...place, tile: 1 };
    const fit = fitTile(fitter, this.picture, place);
    return fit.tile > LEAST ? fit : { ...place, tile: fit.tile };
  }

  /**
   * A sight with how likely the fitter holds it a tile; where that sees the tile, if it is read better there.
   *
   * @param {Sight} sight
   * @returns {Sight}
   */
  refitted(sight) {
    if (!this.network.fitter.length) return sight;
    const own = this.sightOf(sight, sight.values).score || 1;
    let fit = this.fit(sight);
    let best = { ...sight, score: own, tile: fit.tile };
    for (let time = 0; time < FITS; time++) {
      if (fit.tile <= LEAST || worthOf(best) > CLEAR) break;
      const again = this.glance(fit);
      if (worthOf(again) > worthOf(best)) {
        best = { ...best, ...again, tile: Math.max(best.tile, fit.tile) };
      }
      fit = this.fit(fit);
    }
    return { ...best, score: best.score * (sight.score / own) };
  }

  /** How likely the fitter holds a place a tile, at the least, seen from a little aside, or smaller. @param {Sight} sight */
  tileAside({ center, across, along, tile = 1 }) {
    const looks = TILE_LOOKS.map(([right = 0, up = 0, size = 1]) =>
      this.fit({
        center: add(add(center, across, right), along, up),
        across: scaled(across, size),
        along: scaled(along, size),
      }),
    );
    return Math.min(tile, ...looks.map((fit) => fit.tile));
  }

  /** Whether both halves are read alike, too, where the place is taken a little aside and larger. @param {Sight} sight */
  isSteady({ center, across, along, halves }) {
    const size = 1 + NUDGE;
    const aside = add(add(center, across, NUDGE), along, -NUDGE / 2);
    const again = this.glance({
      center: aside,
      across: scaled(across, size),
      along: scaled(along, size),
    });
    return halves.every((chances, at) => {
      const best = chances.indexOf(Math.max(...chances));
      return (again.halves[at]?.[best] ?? 0) >= STEADY;
    });
  }

  /**
   * What both readers tell of a half; what the first one tells, where there is no second.
   *
   * @param {Pose} pose
   * @param {number} size
   * @param {number[]} [known] what the first one tells
   */
  valuesOfBoth(pose, size, known) {
    const half = this.halfAt(pose, size);
    const { layers, second } = this.network;
    const first = logarithms(known ?? valuesBy(layers, half));
    if (!second.length) return first;
    const other = logarithms(valuesBy(second, half));
    return first.map((value, at) => value * (1 - SECOND) + (other[at] ?? 0) * SECOND);
  }

  /** Let both readers look at each half once. @param {Pose} pose @returns {Sight} */
  gaze(pose) {
    return this.sightOf(pose, [this.valuesOfBoth(pose, 1), this.valuesOfBoth(turned(pose), 1)]);
  }

  /** What both readers make of a place that one has read. @param {Sight} sight @returns {Sight} */
  readTwice(sight) {
    const trust = sight.score / (this.sightOf(sight, sight.values).score || 1);
    const twice = this.sightOf(sight, [
      this.valuesOfBoth(sight, 1, sight.values[0]),
      this.valuesOfBoth(turned(sight), 1, sight.values[1]),
    ]);
    return { ...twice, score: twice.score * trust };
  }

  /**
   * Look again at a half that is doubtful, where the fitter sees the tile, and a little larger and smaller; and count
   * many pips there.
   *
   * @param {Sight} sight
   */
  study(sight) {
    const place = this.fit(this.fit(sight));
    const [one, other] = sight.values.map((values, at) => {
      const pose = at ? turned(place) : place;
      if (Math.max(...this.chancesOf(values)) > DOUBTFUL) return this.counted(pose, values);
      const all = AGAIN.map((size) => this.valuesOfBoth(pose, size));
      const mean = values.map(
        (_, pips) => all.reduce((sum, some) => sum + (some[pips] ?? 0), 0) / all.length,
      );
      return this.counted(pose, mean);
    });
    const studied = this.sightOf(sight, [one ?? [], other ?? []]);
    return { ...studied, likely: (sight.likely + studied.likely) / 2 };
  }

  /**
   * The values with what counting the spots tells and how well they fit each number's layouts, if the half seems to
   * have many: the network sees it too small to tell six in a row from five. A numeral has few spots, and stays.
   *
   * @param {Pose} pose
   * @param {number[]} values
   */
  counted(pose, values) {
    const chances = this.chancesOf(values);
    const most = chances.length - 2;
    if (chances.indexOf(Math.max(...chances)) <= LARGE_PIPS) return values;
    const spots = spotsOf(this.picture, pose);
    const count = countPips(spots);
    const fits = layoutFits(spots, most);
    const best = Math.max(...fits.values());
    const weight = FITTING * Math.max(0, best - LEAST_FIT);
    const isCounted = count > LARGE_PIPS && count <= most;
    return values.map((value, pips) => {
      if (pips > most) return value;
      const counted = isCounted ? Math.log(COUNTED[Math.abs(pips - count)] ?? MISCOUNTED) : 0;
      return value + counted + weight * ((fits.get(pips) ?? NO_LAYOUT * best) / best - 1);
    });
  }
}
