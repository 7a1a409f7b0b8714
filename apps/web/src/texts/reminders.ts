export const reminderTexts = {
  title: 'Herinneringen',
  intro:
    'Wie mail aan heeft staan, krijgt elke dag een overzicht: verjaardagen, taken, diensten en vermeldingen. Is er voor iemand niets te melden, dan komt er geen mail.',
  counts: (scheduled: number, total: number) =>
    `${scheduled} van de ${total} gebruikers ${scheduled === 1 ? 'krijgt' : 'krijgen'} een dagoverzicht.`,
  empty: 'Niemand krijgt een dagoverzicht.',
  next: (when: string) => `Volgende: ${when}`,
  sent: 'Vandaag verstuurd',
  trigger: 'Nu versturen',
  triggerTitle: 'Dagoverzichten nu versturen?',
  triggerMessage:
    'Wie het overzicht van vandaag nog niet kreeg, krijgt het nu. Niemand krijgt er twee op een dag.',
  reschedule: 'Opnieuw plannen',
};
