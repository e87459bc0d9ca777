import type { ElementQuestions } from './element-questions.ts';

/** The focused element, and its styles after each key press that left the focus there. */
interface Stop {
  element: Element;
  looks: string[];
}

/**
 * Checks the path of the Tab key through a page: call `begin`, then `step` after each press until
 * it returns false, then `finish`. It is sent to the page as source and runs there, so it uses
 * nothing from outside of the class.
 */
export class TabWalk {
  private readonly ask: ElementQuestions;
  private readonly faults = new Set<string>();
  private reached = new Set<Element>();
  private wanted = new Set<Element>();
  private last: Stop | null = null;
  private direction: 'forward' | 'back' = 'forward';
  /** The part of the page that the walk covers. The walk covers the whole page if this is null. */
  private readonly content: Element | null;
  /** More presses than any stop needs: a date has day, month, year and a picker. */
  private readonly mostPresses = 8;

  constructor(ask: ElementQuestions, content: Element | null) {
    this.ask = ask;
    this.content = content;
  }

  /** Puts the focus before the part of the page that the walk covers, or behind it. */
  begin(direction: 'forward' | 'back'): void {
    this.direction = direction;
    this.reached = new Set();
    this.wanted = new Set(this.listStops());
    const edge = document.createElement('span');
    edge.tabIndex = 0;
    (this.content ?? document.body)[direction === 'forward' ? 'prepend' : 'append'](edge);
    edge.focus();
    edge.addEventListener('blur', () => edge.remove());
  }

  /**
   * Checks where a press has led, after lists have drawn their visible rows. Returns false at the
   * end of the path.
   */
  async step(): Promise<boolean> {
    if (document.activeElement?.closest('[aria-posinset]'))
      await new Promise(requestAnimationFrame);
    const element = document.activeElement;
    if (this.last && element === this.last.element) return this.stay(this.last);
    this.leave();
    const [first] = this.reached;
    if (
      element === null ||
      element === document.body ||
      element === first ||
      this.isOutside(element)
    )
      return false;
    if (first === undefined && this.direction === 'forward' && !this.content)
      this.judgeFirst(element);
    await this.settle(element);
    this.judgePlace(element);
    // A popup beside several stops may be the same element with another text.
    const isCircle = this.reached.has(element) && !element.closest('[role=dialog]');
    if (isCircle) this.blame(element, 'is reached again: the way goes in a circle');
    this.reached.add(element);
    this.last = { element, looks: [this.ask.look(element)] };
    return !isCircle;
  }

  /**
   * Puts the focus on each stop, and lists those that are out of view or covered then. For pages on
   * which the keys have been pressed in a window of another size.
   */
  async visit(): Promise<string[]> {
    for (const element of this.listStops()) {
      if (element instanceof HTMLElement) element.focus();
      if (document.activeElement !== element) continue;
      await this.settle(element);
      this.judgePlace(element);
    }
    return [...this.faults];
  }

  /** Whether new stops have appeared meanwhile, perhaps before the current one. */
  hasNewcomers(): boolean {
    return this.listMissed().some((element) => !this.wanted.has(element));
  }

  /**
   * Lists every fault on the path, elements that it missed, and elements that react only to a
   * pointer.
   */
  finish(): string[] {
    for (const element of this.listMissed()) this.blame(element, 'is not reached');
    const reached = [...this.reached];
    for (const element of (this.content ?? document.body).querySelectorAll('*')) {
      if (this.ask.scrolls(element) && !reached.some((one) => element.contains(one)))
        this.blame(element, 'scrolls, and nothing in it is reached');
      if (this.ask.isForPointersAlone(element))
        this.blame(element, 'can be used by a pointer alone');
    }
    this.judgeLists();
    return [...this.faults];
  }

  private blame(element: Element, fault: string): void {
    this.faults.add(`${this.ask.name(element)} ${fault}`);
  }

  /**
   * Returns true if an element lies outside the part that the walk covers. The popup of a stop may
   * lie anywhere.
   */
  private isOutside(element: Element): boolean {
    return (
      this.content !== null && !this.content.contains(element) && !element.closest('[role=dialog]')
    );
  }

  private listStops(): Element[] {
    return this.ask.listInteractive().filter((element) => this.content?.contains(element) ?? true);
  }

  /**
   * Lists elements that should have been a stop. In a group, one stop suffices: arrow keys reach
   * the others.
   */
  private listMissed(): Element[] {
    const groups = new Set([...this.reached].map((element) => this.ask.groupOf(element)));
    return this.listStops()
      .filter((element) => !this.reached.has(element))
      .filter(
        (element) => this.ask.groupOf(element) === null || !groups.has(this.ask.groupOf(element)),
      );
  }

  private stay({ element, looks }: Stop): boolean {
    looks.push(this.ask.look(element));
    if (looks.length < this.mostPresses) return true;
    this.blame(element, 'does not let the focus go');
    return false;
  }

  /**
   * Reports a stop that looks the same without focus, unless one of its parts showed the focus, as
   * browsers draw it.
   */
  private leave(): void {
    const { last } = this;
    if (last?.element.isConnected) {
      const look = this.ask.look(last.element);
      if (last.looks.every((focused) => focused === look))
        this.blame(last.element, 'does not show the focus');
    }
    this.last = null;
  }

  /** The first stop must skip the navigation, or be in the page itself if there is none. */
  private judgeFirst(element: Element): void {
    const target = document.getElementById(element.getAttribute('href')?.replace(/^#/, '') ?? '');
    if (!target?.matches('main') && !element.closest('main'))
      this.blame(element, 'is first and does not lead to the content');
  }

  /**
   * Waits up to 30 frames until nothing covers a stop: the popup of the stop before it follows the
   * focus.
   */
  private async settle(element: Element): Promise<void> {
    for (let frame = 0; frame < 30 && element.isConnected && this.coverOf(element); frame++)
      await new Promise(requestAnimationFrame);
  }

  private judgePlace(element: Element): void {
    if (this.ask.cutSides(element).length > 2)
      this.blame(element, 'has a focus ring that is cut off');
    const cover = this.coverOf(element);
    if (cover) this.blame(element, cover);
  }

  /** Says what hides a focused element from view; null if nothing does. */
  private coverOf(element: Element): string | null {
    const shown = this.ask.shownFor(element);
    const part = this.ask.partInWindow(shown);
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
    const room =
      innerHeight -
      (Number.parseFloat(scrollPaddingTop) || 0) -
      (Number.parseFloat(scrollPaddingBottom) || 0);
    // The top of a tall element counts, because a text area scrolls to the line being typed. The
    // middle counts if the element does not fit between the bars, because one of them then covers
    // an end of it.
    const fromTop = part && (part.height > room ? part.height / 2 : Math.min(part.height / 2, 20));
    const hit = part && document.elementFromPoint(part.x + part.width / 2, part.y + (fromTop ?? 0));
    if (part === null) return 'is out of view when focused';
    if (hit && (shown.contains(hit) || hit.contains(shown))) return null;
    return `is covered when focused, by ${hit ? this.ask.name(hit) : 'nothing'}`;
  }

  /** Long lists render only visible rows, so the path forward must have reached their last row. */
  private judgeLists(): void {
    if (this.direction === 'back') return;
    const rows = [...this.reached].flatMap((element) => element.closest('[aria-posinset]') ?? []);
    for (const list of new Set(rows.map((row) => row.parentElement))) {
      const last = list?.querySelector(':scope > :last-child');
      const [position, size] = ['aria-posinset', 'aria-setsize'].map((name) =>
        last?.getAttribute(name),
      );
      if (list && size !== '-1' && position !== size)
        this.blame(list, `ends at row ${position} of ${size}`);
    }
  }
}
