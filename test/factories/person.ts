import type { CreateUpdateUserDto } from '../../src/users/model/dto/create-update-user.dto.js';

let serial = 0;

/**
 * A valid person, different from every other and from the examples of the document; overrides replace single fields.
 */
export function person(
  overrides: Partial<Record<keyof CreateUpdateUserDto, unknown>> = {},
): Record<string, unknown> {
  serial += 1;
  return {
    email: `person.${serial}@test.example.edu`,
    firstName: 'Ann',
    lastName: 'Lee',
    accountType: 'Student',
    externalId: `made-${serial}`,
    ...overrides,
  };
}

export function facultyMember(
  overrides: Partial<Record<keyof CreateUpdateUserDto, unknown>> = {},
): Record<string, unknown> {
  return person({ accountType: 'Faculty', ...overrides });
}
