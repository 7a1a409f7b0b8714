/** After the next paint, when the messages stand at their inputs. Without one the message of the card is read. */
export function focusFirstProblem(cardId: string): void {
  requestAnimationFrame(() => {
    (inCard(cardId, '[aria-invalid="true"]') ?? inCard(cardId, '[role="alert"]'))?.focus();
  });
}

const inputs = ['input', 'select', 'textarea']
  .map((tag) => `${tag}:not(:disabled):not([type="hidden"])`)
  .join(', ');

/** A list without rows has no input: then the button that adds one. */
export function focusFirstInput(cardId: string): void {
  (inCard(cardId, inputs) ?? inCard(cardId, 'form button'))?.focus();
}

const inCard = (cardId: string, selector: string) =>
  document.getElementById(cardId)?.querySelector<HTMLElement>(selector);
