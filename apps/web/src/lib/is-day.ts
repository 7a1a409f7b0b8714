/** Whether it is a day as the contract writes them, `YYYY-MM-DD`. It stands alone: addresses ask for it before any page. */
export const isDay = (day: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};
