import { NamedPeople } from './named-people.js';
import type { Subject } from './personal-table.js';

function subject(userId: string, numbers: string[], emails: string[]): Subject {
  const names = { firstNames: [], lastNames: [] };
  return { tenantId: 't', userId, numbers: [userId, ...numbers], emails, ...names, submissionIds: [] };
}

const ANN = subject('950000001', ['S-77', 'Ñ-17', '-9'], ['Ann.Lee@uni.edu']);
const BEN = subject('950000002', ['s-77', '12'], ['ben@uni.edu', 'B-77']);
const people = new NamedPeople([ANN, BEN]);

const NONE = { path: null, actor: null, answer: null };

describe('an entry of the request log', () => {
  it.each([
    ['by the ID in the path', { path: '/users/950000001' }, [ANN]],
    ['by a number in the middle', { path: '/students/S-77/submissions?limit' }, [ANN]],
    ['by a number that differs from another one in its case', { path: '/users/s-77' }, [BEN]],
    ['by an encoded number', { path: '/users/%C3%91-17' }, [ANN]],
    ['by a number that begins with a sign', { path: '/users/-9' }, [ANN]],
    ['by a short number in a path', { path: '/users/12' }, [BEN]],
    ['by a broken path', { path: '/users/%E0%A4%A/950000002' }, [BEN]],
    ['as the one who called', { actor: 'admin:950000002' }, [BEN]],
    ['by a number in a message', { answer: '{"message":"S-77 is not a student"}' }, [ANN]],
    ['by an address in a message', { answer: '{"message":"ann.lee@UNI.edu is taken"}' }, [ANN]],
    ['together', { path: '/users/950000001', answer: '"see 950000002"' }, [ANN, BEN]],
  ])('names a person %s', (_, texts, named) => {
    expect([...people.in({ ...NONE, ...texts })]).toEqual(named);
  });

  it.each([
    ['a part of another number in the path', { path: '/users/9500000011' }],
    ['a part of another number in a message', { answer: '"1950000001 and 950000001x"' }],
    ['a part of another address', { answer: '"joann.lee@uni.edu, x.ben@uni.edu"' }],
    ['a longer domain', { answer: '"ben@uni.education"' }],
    ['a short number in a message', { answer: '"line 12"' }],
    ['the name of a parameter', { path: '/users?950000001' }],
    ['another caller', { actor: 'key:ik_950000001' }],
    ['nothing', {}],
  ])('names no one by %s', (_, texts) => {
    expect([...people.in({ ...NONE, ...texts })]).toEqual([]);
  });
});
