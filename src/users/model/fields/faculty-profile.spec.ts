import { presentFacultyProfile } from './faculty-profile.js';

const EMPTY = {
  highestDegree: null,
  degreeField: null,
  facultyRank: null,
  externalOrganization: null,
  expertiseNotes: null,
  contentExpertiseTags: [],
  methodsExpertise: [],
  technicalExpertiseTags: [],
  tools: [],
  eligibleProgramIds: [],
  committeeRolesSupported: [],
  availabilityStatus: null,
  maxConcurrentCommittees: 10,
  graduateFacultyStatus: null,
  canServeAsChair: false,
  isExternal: null,
  isCommitteeEligible: null,
  leaveUntil: null,
};

describe('a faculty profile', () => {
  it('of which nothing was set has every field at its default', () => {
    expect(presentFacultyProfile(null, 'faculty')).toEqual(EMPTY);
  });

  it.each([
    ['chair', true],
    ['faculty', false],
    ['department_chair', false],
  ])('of the role %s lets its owner serve as chair: %s', (role, expected) => {
    expect(presentFacultyProfile({}, role).canServeAsChair).toBe(expected);
    expect(presentFacultyProfile({ canServeAsChair: !expected }, role).canServeAsChair).toBe(!expected);
  });

  it('shows what was set in place of the defaults', () => {
    const set = { maxConcurrentCommittees: 0, tools: ['R'], leaveUntil: '2027-01-31' };

    expect(presentFacultyProfile(set, 'faculty')).toEqual({ ...EMPTY, ...set });
  });
});
