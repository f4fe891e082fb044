/** The pages of a list, from the first to the last. */
export async function* pagesOf(read) {
    let cursor;
    do {
        const page = await read(cursor);
        yield page;
        cursor = page.meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
}
/** The items of all pages of a list. */
export async function* itemsOf(read) {
    for await (const page of pagesOf(read))
        yield* page.data;
}
//# sourceMappingURL=pages.js.map