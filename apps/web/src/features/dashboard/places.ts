/** Where blocks lead to. */
export const places: Record<'anniversaries' | 'shifts' | 'training' | 'vog', string> = {
  anniversaries: '/jubilarissen',
  shifts: '/diensten',
  training: '/trainingsschema',
  vog: '/vog',
};
