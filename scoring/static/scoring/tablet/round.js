// Records a round by way of the outbox, so that no answer that is lost loses a round; and makes the
// page of any round from the one that the tablet keeps.
//
// With a network a round is kept on the tablet, sent, and the sheet opens when the server has it;
// what does not fit comes back from the server as ever. Without one, the engine on the tablet
// checks it, and it waits. An engine that is still loading is waited for, but not for ever, and not
// against the table's will; a round that was not checked is said to be so. Corrections go to the server while it can be reached, since it shows what
// they would change; else they wait too.
//
// The referee says what a round must state, here too: the engine asks it. While the engine
// is not loaded, the form's own markup says what it requires (forms/required.js).

import { bringKeys } from "../forms/bring-keys.js";
import { forgetDraft } from "../forms/draft-keeper.js";
import { GapMarks } from "../forms/gap-marks.js";
import { takeAwayOnceMended } from "../forms/mended.js";
import { firstGap, gapsIn } from "../forms/required.js";
import { swapWhenTapped } from "../forms/swap-hands.js";
import { LAST_SENTENCE, lasting, ofThisVisit } from "../shared/browser-store.js";
import { all, find, isOpen, need } from "../shared/dom.js";
import { newKey } from "../shared/new-key.js";
import { sentencesOf } from "../shared/sentences.js";
import { bringEngine, checkRound } from "./check.js";
import { waitForEngine } from "./engine-wait.js";
import { presentGame } from "./game.js";
import { isReached, outbox } from "./page-outbox.js";
import { dressRound } from "./round-dressing.js";
import { bringHelpers, checkHere, checkThere, fieldsOf } from "./round-form.js";
import { sayKept, keptLine, leadToEnd, offerEnd } from "./round-kept.js";
import { forgetQuestion, showAddedUp, showCheck, showTrouble } from "./round-report.js";
import { playersOf } from "./standings.js";

/** @import { NewEntry, Question, RoundCheck, RoundFields } from "../contract.js" */
/** @import { PresentGame } from "./with-waiting.js" */

const AFTER_FIELDS = 50; // milliseconds in which the keys have found their field

/** Events after which it stands beside the seats what does not fit. */
const CHECKED = /** @type {const} */ (["seats:changed", "seats:checked", "htmx:afterSettle"]);

/** @param {HTMLFormElement} form */
const isMended = (form) =>
  !form.querySelector(".seat-check :is(.fault, .ask), #round-summary .fault") &&
  gapsIn(form).length === 0;

class RoundPage {
  #form;
  #say;
  #code;
  #number;
  #corrects;
  /** Whether the page came for no round, so that it is this script that makes it one's. */
  #isBlank;
  /** Whether the last round is recorded, and this page without a service worker stays for it. */
  #isEnded = false;
  #isBusy = false;
  #gaps;
  /** @type {PresentGame | null} */
  #game = null;

  /** @param {HTMLFormElement} form @param {HTMLElement} words */
  constructor(form, words) {
    const address = /\/round\/(\d+)\/(correct\/)?$/.exec(location.pathname);
    this.#form = form;
    this.#say = sentencesOf(words);
    this.#code = words.dataset.game ?? "";
    this.#number = Number(address?.[1] || words.dataset.number);
    this.#corrects = Boolean(address?.[2]);
    this.#isBlank = words.dataset.blank === "1";
    this.#gaps = new GapMarks(form, (sentence) => this.#complain(sentence));
  }

  async start() {
    const form = this.#form;
    form.addEventListener("submit", (event) => this.#submit(event));
    swapWhenTapped(form);
    takeAwayOnceMended(form, () => isMended(form), CHECKED);
    for (const name of ["input", "change"]) form.addEventListener(name, () => this.#complain(""));
    form.addEventListener("input", ({ target }) => forgetQuestion(target));
    // After those who forget what the seat counted before.
    for (const name of ["input", "change", "draft:restored"]) {
      form.addEventListener(name, () => setTimeout(() => this.#addUp()));
    }
    document.addEventListener("htmx:sendError", ({ detail }) => {
      if (detail.elt === form) this.#checkHere();
    });
    document.addEventListener("roundhouse:engine", () => {
      if (!isReached()) this.#checkHere();
    });
    document.addEventListener("roundhouse:game", async () => {
      this.#game = await presentGame(this.#code);
    });
    document.addEventListener("roundhouse:outbox", ({ detail }) => {
      if (detail.waiting === 0) this.#sayHandedOver();
    });
    for (const name of ["input", "change", "draft:restored"]) {
      form.addEventListener(name, () => {
        if (this.#isBlank) this.#checkHere();
      });
    }
    // No request has failed on this page yet, from which the engine would know that it is wanted.
    if (this.#isBlank || !navigator.onLine) bringEngine();
    this.#game = await presentGame(this.#code);
    this.#addUp();
    if (this.#isBlank) await this.#fillPage();
  }

  get #sheet() {
    return `/games/${this.#code}/`;
  }

  #playing() {
    return this.#game ? playersOf(this.#game, this.#number) : [];
  }

  // ---- what does not fit

  /** @param {RoundFields} fields */
  async #check(fields) {
    return this.#game && checkRound(this.#game, this.#number, fields);
  }

  /** @param {RoundCheck | null} check @param {RoundFields} fields @param {boolean} withMissing */
  #show(check, fields, withMissing) {
    const soFar = this.#say("saysSoFar");
    /** @param {Question} question */
    const sure = ({ code, points }) =>
      this.#say(code === "past_every_hand" ? "saysSurePast" : "saysSure", { points });
    if (!this.#game) return;
    showCheck(this.#game, this.#playing(), fields, check, { soFar, sure, withMissing });
    this.#form.dispatchEvent(new CustomEvent("seats:checked"));
  }

  // The totals follow each tap, and what is put back; whoever checks the round may take longer.
  #addUp() {
    if (!this.#game) return;
    showAddedUp(this.#game, this.#playing(), fieldsOf(this.#form), this.#say("saysSoFar"));
    this.#form.dispatchEvent(new CustomEvent("seats:added"));
  }

  async #checkHere() {
    const fields = fieldsOf(this.#form);
    this.#show(await this.#check(fields), fields, false);
  }

  // What is still missing, or cannot be read.
  /** @param {RoundCheck | null} check */
  #gapIn(check) {
    if (!check) return firstGap(this.#form);
    const isUnread = Object.keys(check.unread).length > 0;
    return isUnread ? this.#say("saysMissing") : (check.missing[0]?.text ?? "");
  }

  // What is asked about a number that is higher than hands are, and not answered.
  /** @param {RoundCheck | null} check @param {RoundFields} fields */
  #doubtIn(check, fields) {
    const open = check?.questions?.find(({ confirmed }) => !confirmed);
    if (!open || fields["as_it_stands"]) return "";
    const name = this.#playing().find(({ id }) => id === open.seat_id)?.name ?? "";
    return this.#say("saysUnsure", { name });
  }

  // Why a round cannot be recorded like this; empty where it can.
  /** @param {RoundCheck | null} check @param {RoundFields} fields */
  #troubleWith(check, fields) {
    const gap = this.#gapIn(check);
    const isFaulty = !this.#corrects && Boolean(check?.complaints.length);
    const trouble = gap || this.#doubtIn(check, fields);
    if (trouble || !(isFaulty || this.#corrects)) return trouble;
    if (isFaulty && !fields["as_it_stands"]) return this.#say("saysFaults");
    return fields["reason"]?.trim() || fields["reason_tapped"] ? "" : this.#say("saysWhy");
  }

  /** @param {string} text empty takes away what was said before */
  #complain(text) {
    showTrouble(text);
    this.#form.dispatchEvent(new CustomEvent("round:trouble", { detail: { text } }));
  }

  // Whether a number is asked about still, and not yet said to be right.
  #asks() {
    const row = find(this.#form, ".seat-row:has(.ask)", HTMLElement);
    if (!row || fieldsOf(this.#form)["as_it_stands"]) return false;
    const name = need(row, "[data-seat-name]", HTMLElement).dataset.seatName ?? "";
    this.#complain(this.#say("saysUnsure", { name }));
    row.scrollIntoView({ block: "nearest" });
    this.#typeIn(row);
    return true;
  }

  // What is typed next replaces the number that was refused, not what the last seat has.
  /** @param {Element} row */
  #typeIn(row) {
    const fields = all(row, "input.total:enabled, input.tiles:enabled", HTMLInputElement);
    const field = fields.find(isOpen);
    if (!field) return;
    this.#form.dispatchEvent(new CustomEvent("field:want", { detail: { field } }));
    if (field.matches(".total")) field.focus({ preventScroll: true }); // its number is marked
  }

  // ---- recording

  /** @param {SubmitEvent} event */
  async #submit(event) {
    if (event.submitter?.getAttribute("name")) return; // another button than the one that records
    if (this.#gaps.mark() || this.#asks()) {
      event.preventDefault();
      return;
    }
    const isAway = !isReached() || this.#isBlank;
    const isAhead = Number(outbox.countOf(this.#code)) > 0;
    // The server shows what a correction would change.
    if (!isAway && !isAhead && this.#corrects) return;
    event.preventDefault();
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#record(isAway);
    } catch {
      // A browser that keeps nothing: then the server, or nobody.
      if (this.#isBlank) this.#complain(this.#say("saysCannot"));
      else this.#form.submit();
    } finally {
      this.#isBusy = false;
    }
  }

  /** @param {boolean} isAway */
  async #record(isAway) {
    this.#game ??= await presentGame(this.#code);
    this.#complain("");
    const fields = fieldsOf(this.#form);
    if (!this.#game) this.#form.submit();
    else if (this.#corrects || isAway) await this.#recordAway(this.#game);
    else await this.#recordThere(this.#game, fields);
  }

  /** @param {RoundFields} fields @returns {NewEntry} */
  #entry(fields) {
    const [game, round, key] = [this.#code, this.#number, fields["key"] || newKey()];
    return { kind: "round", game, key, round, fields };
  }

  /** @param {RoundCheck | null} check */
  #checked(check) {
    return check ? { points: check.points, checked: true } : {};
  }

  /** @param {PresentGame} game */
  async #recordAway(game) {
    await waitForEngine(this.#form, this.#say("saysChecking"));
    const fields = fieldsOf(this.#form); // somebody may have typed meanwhile
    const check = await this.#check(fields);
    if (check) this.#show(check, fields, true);
    const trouble = this.#troubleWith(check, fields);
    if (trouble) {
      this.#complain(trouble);
      const row = find(this.#form, ".seat-row:has(.ask, .seat-check .fault)", HTMLElement);
      if (row) this.#typeIn(row);
      return;
    }
    const entry = { ...this.#entry(fields), ...this.#checked(check) };
    if (this.#corrects) {
      const round = game.rounds.find(({ number }) => number === this.#number);
      entry.kind = "correct";
      entry.seen = round?.waiting ? { key: round.key } : { entry: round?.entry ?? 0 };
    }
    await outbox.add(entry);
    await this.#leaveKept(check);
  }

  /** @param {PresentGame} game @param {RoundFields} fields */
  async #recordThere(game, fields) {
    const entry = await outbox.add({ ...this.#entry(fields), asks: true });
    await outbox.flush();
    // It may have been under way already, without this one.
    if (!outbox.answerFor(entry.key) && isReached()) await outbox.flush();
    const answer = outbox.answerFor(entry.key);
    if (!answer || answer.outcome === "later") {
      // Nobody waits for what is wrong with it any more: the table goes on. A paused club may do so
      // in days, and the server checks it then.
      const isPaused = outbox.state.paused > 0;
      if (!isPaused) await waitForEngine(this.#form, this.#say("saysChecking"));
      const check = await this.#check(fields);
      if (this.#troubleWith(check, fields)) {
        await outbox.drop(entry);
        await this.#recordAway(game);
        return;
      }
      await outbox.change(entry, { asks: false, ...this.#checked(check) });
      await this.#leaveKept(check, isPaused);
    } else if (answer.outcome === "contest") {
      location.assign(`${this.#sheet}round/${this.#number}/choose/`);
    } else if (answer.outcome === "faults" || answer.outcome === "refused") {
      await outbox.drop(entry);
      this.#form.submit(); // the server says on its own page what does not fit
    } else {
      this.#leave(answer.text);
    }
  }

  // ---- afterwards

  #forgetDraft() {
    forgetDraft(lasting, this.#form.dataset.draft ?? "");
  }

  /** @param {string} text for the sheet to say */
  #leave(text) {
    ofThisVisit.keep(LAST_SENTENCE, text);
    this.#forgetDraft();
    location.assign(this.#sheet);
  }

  // The check is null where nothing could check the round.
  /** @param {RoundCheck | null} check @param {boolean} isPaused */
  async #leaveKept(check, isPaused = false) {
    const number = this.#number;
    const done = this.#corrects ? "saysCorrected" : "saysKept";
    const name = check ? done : `${done}Unchecked`;
    const text = this.#say(isPaused ? "saysKeptPaused" : name, { number });
    if (navigator.serviceWorker?.controller) this.#leave(text);
    else await this.#goOn(text);
  }

  // Without a service worker no other page opens now, so this one becomes the next round's.
  /** @param {string} text */
  async #goOn(text) {
    const form = this.#form;
    this.#forgetDraft();
    this.#game = await presentGame(this.#code);
    if (!this.#game) return;
    if (this.#game.over) {
      this.#endGame(text);
      return;
    }
    this.#number = this.#game.next_round;
    this.#corrects = false;
    this.#isBlank = true;
    history.replaceState(null, "", `${this.#sheet}round/${this.#number}/`);
    form.reset();
    for (const field of all(form, "input.device-key", HTMLInputElement)) field.value = newKey();
    this.#dress(this.#game);
    checkHere(form);
    form.dispatchEvent(new CustomEvent("draft:restored", { bubbles: true }));
    sayKept(`${text} ${this.#say("saysOpen")}`);
    setTimeout(() => bringKeys(form, { withSeats: false }), AFTER_FIELDS);
    if (outbox.countOf(this.#code) === 0) this.#sayHandedOver();
  }

  /** @param {string} text */
  #endGame(text) {
    this.#isBlank = this.#isEnded = true;
    offerEnd(this.#form);
    sayKept(`${text} ${this.#say("saysLast")} ${this.#say("saysFinish")}`);
    if (outbox.countOf(this.#code) === 0) this.#sayHandedOver();
  }

  #sayHandedOver() {
    const line = this.#isBlank && keptLine();
    if (!line) return;
    const last = this.#isEnded ? this.#say("saysLast") : "";
    line.textContent = `${this.#say("saysHanded")} ${last}`.trim();
    this.#isBlank = false;
    if (this.#isEnded) leadToEnd(this.#sheet);
    else checkThere(this.#form, `${this.#sheet}round/${this.#number}/check/`);
    this.#form.dispatchEvent(new CustomEvent("draft:restored", { bubbles: true }));
  }

  // ---- the page of any round

  async #fillPage() {
    if (!this.#game) {
      this.#complain(this.#say("saysCannot"));
      return;
    }
    if (!this.#dress(this.#game)) return;
    this.#form.hidden = false;
    await bringHelpers().catch(() => {}); // the form can be filled in without them
    this.#checkHere();
  }

  // Whether there is such a round to record or correct; else the sheet is the place to go.
  /** @param {PresentGame} game */
  #dress(game) {
    const number = this.#number;
    const round = game.rounds.find((present) => present.number === number) ?? null;
    if (this.#corrects ? !round : number !== game.next_round) {
      location.replace(this.#sheet);
      return false;
    }
    dressRound(this.#form, this.#say, { game, number, corrected: this.#corrects ? round : null });
    return true;
  }
}

const form = find(document, "#round-form", HTMLFormElement);
const words = find(document, "#round-words", HTMLElement);
if (form && words) new RoundPage(form, words).start();
