/** After the next paint, when the messages stand at their inputs. Without one the message of the card is read. */
export function focusFirstProblem(cardId: string): void {
  requestAnimationFrame(() => {
    const card = document.getElementById(cardId);
    const at =
      card?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      card?.querySelector<HTMLElement>('[role="alert"]');
    at?.focus();
  });
}

const inputs = ['input', 'select', 'textarea']
  .map((tag) => `${tag}:not(:disabled):not([type="hidden"])`)
  .join(', ');

/**
 * The input that is marked as the one to begin with, or the first; in a list without rows the button that adds one. What is
 * selected there is replaced by what is typed.
 */
export function focusFirstIn(part: Element | null | undefined, select = false): void {
  const at =
    part?.querySelector<HTMLElement>('[data-first]') ??
    part?.querySelector<HTMLElement>(inputs) ??
    part?.querySelector<HTMLElement>('button');
  at?.focus();
  if (select && at instanceof HTMLInputElement) at.select();
}
