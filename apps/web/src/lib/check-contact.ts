import type { ContactType } from '@/api/types';
import { contactTexts } from '@/texts/contact';

import { dialled, isDutchPhone, isForeignPhone } from './phone';

/** Something odd about a value: refused, or only said. */
export interface Remark {
  problem?: string;
  hint?: string;
}

const address = /^[^\s@,;<>()]+@[^\s@.,;<>()]+(\.[^\s@.,;<>()]+)+$/;

/** Whether a text has the shape of an e-mail address. */
export const isEmail = (text: string): boolean => address.test(text.trim());

type Kind = 'email' | 'phone' | 'mobile' | 'website';

/** What a value looks like while it is typed; undefined while it could be anything. */
export function kindOfContact(text: string): Kind | undefined {
  const value = text.trim();
  if (value.includes('@')) return 'email';
  if (/^(https?:\/\/|www\.)/i.test(value)) return 'website';
  const number = dialled(value);
  if (number === undefined || number.length < 2) return undefined;
  return number.startsWith('06') ? 'mobile' : 'phone';
}

const family: Readonly<Record<string, 'email' | 'phone' | 'website'>> = {
  email: 'email',
  email2: 'email',
  phone: 'phone',
  mobile: 'phone',
  website: 'website',
};

/** The type of a contact after its value was typed: it follows the value, unless it fits already or is of another kind. */
export function typeFor<Type extends string>(type: Type, text: string): Type | Kind {
  const kind = kindOfContact(text);
  // Other types are chosen on purpose: an address of LinkedIn is no website.
  if (kind === undefined || (type !== '' && family[type] === undefined)) return type;
  if (family[type] !== family[kind]) return kind;
  // A number that begins with 06 is a mobile one; a mobile one of another country begins with something else.
  return kind === 'mobile' ? kind : type;
}

/** What is odd about a contact value. Programs may store anything; this is what people are told. */
export function checkContact(type: ContactType | '' | (string & {}), text: string): Remark {
  const value = text.trim();
  if (value === '') return {};
  switch (family[type]) {
    case 'email':
      return isEmail(value) ? {} : { problem: contactTexts.emailInvalid };
    case 'phone':
      return checkPhone(value);
    case 'website':
      return /^(https?:\/\/|www\.)\S+\.\S+$/i.test(value) ? {} : { hint: contactTexts.websiteOdd };
    default:
      return {};
  }
}

function checkPhone(value: string): Remark {
  if (isDutchPhone(value) || isForeignPhone(value)) return {};
  const number = dialled(value);
  if (number === undefined) {
    return /\d{6}/.test(value.replace(/\D/g, ''))
      ? { hint: contactTexts.phoneOdd }
      : { problem: contactTexts.phoneInvalid };
  }
  return number.startsWith('0')
    ? { problem: contactTexts.phoneDigits }
    : { hint: contactTexts.phoneForeign };
}

/** A web address that browsers understand, of one that people do. */
export const withScheme = (text: string): string =>
  /^www\./i.test(text.trim()) ? `https://${text.trim()}` : text.trim();

const dutchCode = /^([1-9]\d{3})\s*([a-z]{2})$/i;

const isDutch = (country: string): boolean =>
  ['', 'nederland', 'nl', 'netherlands', 'the netherlands'].includes(country.trim().toLowerCase());

/** A Dutch postcode as it is written, `1234 AB`; another one as it was typed. */
export const formatPostcode = (text: string, country: string): string =>
  isDutch(country)
    ? text
        .trim()
        .replace(
          dutchCode,
          (_all, digits: string, letters: string) => `${digits} ${letters.toUpperCase()}`,
        )
    : text.trim();

/** What is odd about a postcode: with a foreign country it may be anything. */
export const postcodeProblem = (text: string, country: string): string | null =>
  text.trim() === '' || !isDutch(country) || dutchCode.test(text.trim())
    ? null
    : contactTexts.postcodeInvalid;
