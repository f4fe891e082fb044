/** Days are those of the tenant's time zone, which other rooms reckon with as well. */
export { addDays, type Day, dayIn, daysBetween } from '../tenancy/calendar.js';
