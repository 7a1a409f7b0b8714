import { expect, type Locator, type Page } from '@playwright/test';

interface Task {
  name: string;
  steps: number;
  /** What the best product takes. */
  best: number;
}

/** Walks tasks as a user does, and counts: a click, a key chord and a text that is typed are a step each. */
export class Steps {
  private readonly tasks: Task[] = [];
  private count = 0;

  constructor(private readonly page: Page) {}

  /** What is done before and behind the task is not counted; `expectDone` says that it is done. */
  async task(
    name: string,
    best: number,
    walk: () => Promise<void>,
    expectDone: () => Promise<void>,
  ): Promise<void> {
    this.count = 0;
    await walk();
    await expectDone();
    this.tasks.push({ name, steps: this.count, best });
    expect.soft(this.count, `steps of “${name}”`).toBeLessThanOrEqual(best);
  }

  async click(what: Locator): Promise<void> {
    this.count += 1;
    await what.click();
  }

  async press(keys: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(keys);
  }

  /** Where the keyboard is already, or into a field of a form. */
  async type(text: string, field?: Locator): Promise<void> {
    this.count += 1;
    if (field === undefined) await this.page.keyboard.type(text);
    else await field.fill(text);
  }

  /** What was counted, to be read. */
  table(): string {
    const widest = Math.max(...this.tasks.map(({ name }) => name.length));
    return this.tasks
      .map(({ name, steps, best }) => `${name.padEnd(widest)}  ${steps} of ${best}`)
      .join('\n');
  }
}
