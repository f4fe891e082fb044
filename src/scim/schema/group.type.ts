import { attribute, complex, type ResourceType } from './attribute.js';
import { GROUP } from './urns.js';

/** A group of the connection's people; it carries no privilege here. */
export const GROUP_TYPE: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of a connection',
  core: {
    id: GROUP,
    name: 'Group',
    description: 'A named list of people; it carries no privilege here',
    attributes: [
      attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
      complex(
        'members',
        'The people of the group; groups within groups are refused',
        [
          attribute('value', 'The ID of the person', { mutability: 'immutable', required: true }),
          attribute('$ref', 'The address of the person', {
            type: 'reference',
            mutability: 'immutable',
            referenceTypes: ['User'],
          }),
          attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
          attribute('display', 'The name of the person', { mutability: 'readOnly' }),
        ],
        { multiValued: true },
      ),
    ],
  },
  extensions: [],
};
