const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const match = (list: typeof browsers, text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** Enough of a user agent to recognise a device by; the order of the lists matters, as browsers claim to be each other. */
export const readUserAgent = (userAgent: string) => ({
  browser: match(browsers, userAgent),
  system: match(systems, userAgent),
});
