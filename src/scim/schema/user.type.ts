import { COMMITTEE_ROLES } from '../../settings/committee-roles.js';
import { AVAILABILITY_STATUSES } from '../../users/model/fields/faculty-profile.js';
import { ACCOUNT_TYPES } from '../../users/model/account.js';
import { attribute, complex, plural, type ResourceType, type Schema } from './attribute.js';
import { ENTERPRISE, EXTENSION, USER } from './urns.js';

const PLACES = ['work', 'home', 'other'] as const;

const userSchema: Schema = {
  id: USER,
  name: 'User',
  description: 'A person of the university',
  attributes: [
    attribute('userName', "The provider's name of the person", { required: true, uniqueness: 'server' }),
    complex('name', 'The parts of the name', [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'The last name'),
      attribute('givenName', 'The first name'),
      attribute('middleName', 'The middle name; its first letter is the initial here'),
      attribute('honorificPrefix', 'A title before the name'),
      attribute('honorificSuffix', 'A title after the name'),
    ]),
    attribute('displayName', 'The name that is shown; the default is first name, initial and last name'),
    attribute('nickName', 'A casual name'),
    attribute('profileUrl', 'A page about the person', {
      type: 'reference',
      caseExact: true,
      referenceTypes: ['external'],
    }),
    attribute('title', 'The title of the person at the university'),
    attribute('userType', 'The account type; another text is kept, and changes no account type', {
      canonicalValues: ACCOUNT_TYPES,
    }),
    attribute('preferredLanguage', 'A language tag'),
    attribute('locale', 'A language tag for dates and numbers'),
    attribute('timezone', 'A time zone'),
    attribute('active', 'Whether the person may log in', { type: 'boolean' }),
    attribute('password', 'Accepted and not kept: people log in by single sign-on or with an invitation', {
      caseExact: true,
      mutability: 'writeOnly',
      returned: 'never',
    }),
    plural('emails', 'E-mail addresses; the primary one at work is the address here', PLACES),
    plural('phoneNumbers', 'Telephone numbers', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    plural('ims', 'Addresses for instant messages'),
    plural('photos', 'Pictures', ['photo', 'thumbnail'], {
      type: 'reference',
      caseExact: true,
      referenceTypes: ['external'],
    }),
    complex(
      'addresses',
      'Postal addresses',
      [
        attribute('formatted', 'The whole address'),
        attribute('streetAddress', 'Street and number'),
        attribute('locality', 'City'),
        attribute('region', 'State or region'),
        attribute('postalCode', 'Postal code'),
        attribute('country', 'Country'),
        attribute('type', 'What the address is for', { canonicalValues: PLACES }),
        attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      "The connection's groups that have the person as a member",
      [
        attribute('value', 'The ID of the group', { mutability: 'readOnly' }),
        attribute('$ref', 'The address of the group', {
          type: 'reference',
          mutability: 'readOnly',
          referenceTypes: ['Group'],
        }),
        attribute('display', 'The name of the group', { mutability: 'readOnly' }),
        attribute('type', 'Always direct', { mutability: 'readOnly', canonicalValues: ['direct'] }),
      ],
      { multiValued: true, mutability: 'readOnly', returned: 'request' },
    ),
    plural('entitlements', 'Rights; kept, and without effect here'),
    plural('roles', 'The primary or first value is the role here'),
    plural('x509Certificates', 'Certificates', [], { type: 'binary', caseExact: true }),
  ],
};

const enterpriseSchema: Schema = {
  id: ENTERPRISE,
  name: 'Enterprise User',
  description: 'Attributes of people in an organisation',
  attributes: [
    attribute('employeeNumber', "The SIS's own key of the person: legacyNumber", { caseExact: true }),
    attribute('costCenter', 'Cost centre'),
    attribute('organization', 'Organisation'),
    attribute('division', 'Division'),
    attribute('department', 'Department or school: schoolProgram'),
    complex('manager', 'The manager', [
      attribute('value', 'The ID of the manager', { caseExact: true }),
      attribute('$ref', 'The address of the manager', { type: 'reference', referenceTypes: ['User'] }),
      attribute('displayName', "Neither kept nor answered: the name is another person's", {
        mutability: 'readOnly',
      }),
    ]),
  ],
};

const WHOLE = { type: 'integer' } as const;
const FLAG = { type: 'boolean' } as const;
const LIST = { multiValued: true } as const;

const ownSchema: Schema = {
  id: EXTENSION,
  name: 'Integration User',
  description: 'The fields of a person that SCIM has no attribute for, under the names of the REST interface',
  attributes: [
    attribute('degree', 'Degree'),
    attribute('programId', 'The ID of the degree program', { caseExact: true }),
    attribute('monthOfEntry', '1 to 12', WHOLE),
    attribute('yearOfEntry', 'Four digits', WHOLE),
    attribute('monthOfGraduation', '1 to 12', WHOLE),
    attribute('yearOfGraduation', 'Four digits', WHOLE),
    attribute('domain', "The default is the tenant's e-mail domain"),
    attribute('isAffiliatedWithUniversity', 'The default is true', FLAG),
    attribute('hideProfilePage', 'The default is false', FLAG),
    attribute('unsubscribeAllGroupEmails', 'The default is false', FLAG),
    attribute('genderPronoun', 'Pronoun'),
    attribute('userTags', 'Tags', LIST),
    attribute('nationalities', 'Nationalities', LIST),
    attribute('careerInterests', 'Career interests', LIST),
    attribute('languages', 'Languages', LIST),
    attribute('customFields', 'A JSON object as text', { caseExact: true }),
    attribute('highestDegree', 'Of the faculty profile, as all below'),
    attribute('degreeField', 'Field of the highest degree'),
    attribute('facultyRank', 'Rank'),
    attribute('externalOrganization', 'Where an external member works'),
    attribute('expertiseNotes', 'Notes'),
    attribute('contentExpertiseTags', 'Content expertise', LIST),
    attribute('methodsExpertise', 'Methods', LIST),
    attribute('technicalExpertiseTags', 'Technical expertise', LIST),
    attribute('tools', 'Tools', LIST),
    attribute('eligibleProgramIds', 'Programs whose committees the person may join', LIST),
    attribute('committeeRolesSupported', 'Roles in a committee', {
      multiValued: true,
      canonicalValues: COMMITTEE_ROLES,
    }),
    attribute('availabilityStatus', 'Availability', { canonicalValues: AVAILABILITY_STATUSES }),
    attribute('maxConcurrentCommittees', 'The default is 10', WHOLE),
    attribute('graduateFacultyStatus', 'Whether the person is graduate faculty', FLAG),
    attribute('canServeAsChair', 'The default is true exactly for the role chair', FLAG),
    attribute('isExternal', 'Whether the person is an external member', FLAG),
    attribute('isCommitteeEligible', 'Whether the person may join a committee', FLAG),
    attribute('leaveUntil', 'A date, such as 2027-01-31'),
  ],
};

/** What a provider can read and write of a person. */
export const USER_TYPE: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'People of the university',
  core: userSchema,
  extensions: [enterpriseSchema, ownSchema],
};
