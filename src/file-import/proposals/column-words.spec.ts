import { wordsOf } from './column-words.js';

it.each([
  ['Stu_ID', ['student', 'id']],
  ['studentId', ['student', 'id']],
  ['studentid', ['student', 'id']],
  ['STUDENTID', ['student', 'id']],
  ['Adm Term', ['entry', 'term']],
  ['Email (Univ.)', ['email', 'university']],
  ['E-Mail', ['email']],
  ['e_mail address', ['email', 'address']],
  ['SISUserID', ['sis', 'user', 'id']],
  ['dateofbirth', ['date', 'of', 'birth']],
  ['userpassword', ['user', 'password']],
  ['emplid', ['employee', 'id']],
  ['paid', ['paid']],
  ['classname', ['classname']],
  ['Prénom', ['prénom']],
  ['', []],
])('The words of %j are %j', (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});
