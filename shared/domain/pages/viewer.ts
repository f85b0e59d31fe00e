/** What somebody may do: a reader sees, an editor also acts. */
export const ROLES = ['reader', 'editor'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks: a person who has signed in, or a program with a key. */
export interface Viewer {
  /** It never changes and is never given to another: of a person, a hash of issuer and subject. */
  id: string;
  /** What people call them. */
  name: string;
  role: Role;
  /** The ids of the brands that they may see. */
  brands: 'all' | readonly string[];
}

/** Who has a link to all pages, which only the command line of the stack makes. */
export const OPERATOR: Viewer = { id: 'operators', name: 'an operator', role: 'editor', brands: 'all' };

/** Whether somebody may see what belongs to a brand. What has no brand is for those who may see all. */
export function maySee({ brands }: Pick<Viewer, 'brands'>, brand: string | undefined): boolean {
  return brands === 'all' || (brand !== undefined && brands.includes(brand));
}

/** Whether somebody may change anything. */
export function mayAct({ role }: Pick<Viewer, 'role'>): boolean {
  return role === 'editor';
}
