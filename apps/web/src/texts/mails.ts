import type { KeptMail } from '@/api/types';

const states: Record<KeptMail['state'], string> = {
  waiting: 'In de wachtrij',
  sending: 'Wordt verstuurd',
  retrying: 'Wordt opnieuw geprobeerd',
  sent: 'Verstuurd',
  failed: 'Mislukt',
  uncertain: 'Onzeker',
  suppressed: 'Geblokkeerd adres',
  withdrawn: 'Ingetrokken',
};

const causes: Partial<Record<string, string>> = {
  mail_silent: 'De mailserver antwoordt niet.',
  mail_busy: 'De mailserver wil het bericht nu niet aannemen.',
  mail_lost: 'De mailserver zweeg nadat het bericht was verstuurd. Misschien is het aangekomen.',
  mail_interrupted: 'Clubhuis stopte tijdens het versturen. Misschien is het aangekomen.',
  mail_token: 'De mailserver weigert het wachtwoord of de sleutel van de club.',
  mail_invalid: 'De mailserver weigert dit bericht of dit adres.',
  mail_broken: 'De bezorgdienst kan het bericht nu niet aannemen.',
  mail_unreadable: 'De bezorgdienst geeft een antwoord dat niet te lezen is.',
  mail_folder: 'De map voor uitgaande mail kan niet worden beschreven.',
  mail_attachments_gone: 'De bijlagen van dit bericht worden niet meer bewaard.',
  mail_suppressed: 'Naar dit adres wordt niets meer gestuurd: zie Geblokkeerde adressen.',
  mail_withdrawn: 'De ontvanger krijgt deze mail niet meer.',
  mail_no_sender: 'Er is nog geen afzender ingesteld (Instellingen → De club).',
  mail_sealed: 'De mail hoort bij een andere geheime sleutel van Clubhuis.',
};

const kinds: Partial<Record<string, string>> = {
  'password-reset': 'Wachtwoord vergeten',
  'new-sign-in': 'Nieuwe aanmelding',
  'credential-changed': 'Beveiliging van een account',
  'second-factor': 'Tweestapsverificatie',
  'leavers-proposal': 'Gegevens van oud-leden',
  'vog-request': 'VOG',
  'vog-reminder': 'VOG-herinnering',
  feedback: 'Melding',
  mention: 'Vermelding',
  message: 'Bericht',
  welcome: 'Welkomstmail',
  'workspace-invite': 'Uitnodiging',
  digest: 'Dagoverzicht',
  invoice: 'Factuur',
  'invoice-installment': 'Termijn',
  'invoice-reminder': 'Betalingsherinnering',
  'invoice-credit': 'Creditnota',
  'invoice-test': 'Proef van een factuurmail',
  'invoice-copy': 'Kopie van een factuurmail',
};

export const mailTexts = {
  title: 'Mail',
  intro:
    'Wat Clubhuis verstuurt. Mail die niet wordt aangenomen, wordt anderhalve dag lang opnieuw geprobeerd. Van onzekere mail weet niemand of die is aangekomen: verstuur die opnieuw als dat geen kwaad kan.',
  empty: 'Hier is geen mail.',
  filter: 'Welke mail',
  all: 'Alles',
  states,
  cause: (code: string) => causes[code] ?? `Het versturen mislukte (${code}).`,
  kind: (kind: string) => kinds[kind] ?? kind,
  about: (kind: string, to: string, at: string) => `${kind} aan ${to}, ${at}`,
  tries: (count: number) => (count === 1 ? '1 poging' : `${count} pogingen`),
  send: 'Opnieuw versturen',
  sendThing: (subject: string, to: string) => `${subject} aan ${to} opnieuw versturen`,
  sent: 'De mail wordt opnieuw verstuurd.',
};
