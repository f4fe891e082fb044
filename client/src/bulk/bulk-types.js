export function effectOf(answer) {
    if (answer.changed === false)
        return 'unchanged';
    return answer.message === 'DATA INSERTED' ? 'inserted' : 'updated';
}
//# sourceMappingURL=bulk-types.js.map