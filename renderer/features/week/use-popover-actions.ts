/** Opens, saves and closes the popover. */
import { entryName } from '#shared/rules/entry-name.ts'
import { computed, nextTick, onBeforeUnmount, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import { isCivilDate, minutesInDay } from '#shared/rules/calendar.ts'
import { useDrafts, useOwnAccount } from '../../app/stores/drafts.ts'
import { suggestInterval } from '../../app/entries/entry-draft.ts'
import { toUnsavedEntry, useUnsavedEntry } from '../../app/entries/use-unsaved-entry.ts'
import { findGapToFill, type DayInterval } from '../../app/entries/day-intervals.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { useTimerStore } from '../../app/stores/timer.ts'
import { watchFocus } from '../../ui/watch-focus.ts'
import { formatDay, formatLength, formatShortDay, formatWeekday } from '../../ui/format.ts'
import { type CursorPosition, entryPosition } from './cursor-position.ts'
import type { Calendar } from './use-calendar.ts'
import type { CalendarCursor } from './use-calendar-cursor.ts'
import type { Editing, useEntryPopover } from './use-entry-popover.ts'
import type { BlockKey } from './week-blocks.ts'
import { useWeekStore } from './week-store.ts'

export function usePopoverActions(
  at: Ref<CursorPosition | undefined>,
  calendar: Calendar,
  cursor: CalendarCursor,
  form: ReturnType<typeof useEntryPopover>,
) {
  const t = useTranslate()
  const clock = useClockStore()
  const live = useAnnouncerStore()
  const timer = useTimerStore()
  const week = useWeekStore()
  const drafts = useDrafts()
  const own = useOwnAccount()
  const { path } = useRoute()
  const { changes, days, entryOf, ownPieces, view, views } = calendar
  const { tabbable } = cursor
  const { editing } = form

  function begin(date: string, stretch: DayInterval, like = calendar.lastWork.value) {
    leave()
    week.go(date)
    const work = { project: like?.project?.local ?? null, task: like?.task?.local ?? null }
    form.begin(date, stretch, { ...work, notes: '' })
    void showDraft()
  }
  /**
   * Scrolls the draft into view; in a narrow window above the form, which covers the lower half.
   */
  async function showDraft() {
    await nextTick()
    const scroller = document.getElementById('content')
    const block = document.querySelector('[data-draft]')?.getBoundingClientRect()
    const heads = document.querySelector('.calendar .heads')?.getBoundingClientRect()
    if (!scroller || !block || !heads) return
    const above = block.top - heads.bottom - 24
    const below = block.bottom - scroller.getBoundingClientRect().bottom + 24
    if (above < 0 || calendar.isNarrow.value) scroller.scrollTop += above
    else if (below > 0) scroller.scrollTop += Math.min(below, above)
  }
  function open(key: BlockKey | undefined) {
    if (key === 'running') return void (timer.editing = true)
    const entry = entryOf(key)
    if (!entry) return
    if (editing.value?.record?.local === entry.local) return focusForm()
    leave()
    at.value = entryPosition(entry.local)
    form.edit(entry)
  }
  const focusForm = () => document.querySelector<HTMLElement>('.popover input')?.focus()
  /** Adds an entry: in the focused empty slot, otherwise after the last entry. */
  function add() {
    const here = tabbable.value
    const isToday = week.date === clock.today
    const stretch =
      here.is === 'slot' && at.value
        ? here
        : suggestInterval(
            ownPieces(week.date).map(({ from, to }) => ({ from, to: Math.min(to, minutesInDay) })),
            isToday ? clock.minute : undefined,
          )
    begin(week.date, { from: stretch.from, to: stretch.to })
  }
  /** Opens a form for a copy, in the first gap after the original. */
  function duplicate() {
    const entry = cursor.piece.value?.entry
    if (!entry) return
    let from = entry.start + entry.worked
    for (const piece of ownPieces(entry.date)) {
      if (piece.from < from + entry.worked && from < piece.to) from = piece.to
    }
    const start = Math.min(from, minutesInDay - 1)
    begin(entry.date, { from: start, to: start + entry.worked })
    Object.assign(editing.value!.draft, {
      project: entry.project?.local ?? null,
      task: entry.task?.local ?? null,
      notes: entry.notes ?? '',
    })
  }
  const nextGap = computed(() => {
    const piece = cursor.piece.value
    return findGapToFill(view.value.gaps, piece && at.value ? piece : undefined)
  })
  function fill() {
    if (nextGap.value) begin(week.date, nextGap.value)
    else live.say(t('day.noGap'))
  }

  async function save() {
    const now = editing.value
    if (now?.isGone) form.conflicts.keepAsNew()
    const isNew = !now?.record
    const mayFocus = watchFocus()
    const saved = await form.save(days.refresh)
    // The save was refused after another form was opened: the unsaved form is kept for undo.
    if (!saved && now && editing.value !== now) putAway(now)
    if (!saved) return
    const { entry, change } = saved
    const name = entryName(entry) ?? t('entry.noTask')
    const text = t(isNew ? 'week.added' : 'week.changed', { name })
    const isHere = views.value.some((day) => day.date === entry.date)
    const detail = isHere ? formatLength(entry.total) : formatShortDay(entry.date)
    if (change !== undefined) changes.toldWithUndo(change, text, detail)
    await nextTick()
    if (!mayFocus()) return
    if (isHere) await cursor.focus(entry.date, entryPosition(entry.local))
    else await cursor.focusHere()
  }
  const putAway = (left: Editing) => drafts.put(['entry'], path, toUnsavedEntry(left), own.account)
  /** Closes without saving; what was typed can be restored by undo. */
  function discard() {
    if (editing.value && form.isTouched()) putAway(editing.value)
    form.close()
  }
  async function close() {
    discard()
    await cursor.focusHere()
  }
  /**
   * Leaves the form because of a press outside, another form or another page: saves it if possible,
   * otherwise keeps it for undo.
   */
  function leave() {
    if (!editing.value || editing.value.isSaving) return
    // Commits the text of the focused field, which has not been blurred yet.
    const active = document.activeElement
    if (active instanceof HTMLElement && active.closest('.popover')) active.blur()
    const isUnread = document.querySelector('.popover [data-unread]') !== null
    if (own.isOpen() && form.isTouched() && form.canSave() && !isUnread) void save()
    else discard()
  }
  onBeforeUnmount(leave)
  useUnsavedEntry((kept) => {
    leave()
    if (isCivilDate(kept.typed.date)) week.go(kept.typed.date)
    form.reopen(kept)
    void showDraft()
  })
  const anchor = () => {
    const local = editing.value?.record?.local
    const block = local === undefined ? '[data-draft]' : `[data-block="${local}"]`
    return document.querySelector(`.calendar ${block}`)?.getBoundingClientRect()
  }
  const label = computed(() => {
    const { record: entry, draft: written } = editing.value!
    const date = entry?.date ?? written.date
    const day = `${formatWeekday(date)} ${formatDay(date, clock.today)}`
    return t(entry ? 'week.editEntry' : 'week.newEntry', { day })
  })
  const isAhead = computed(() => {
    const place = form.place.value?.place
    if (!place) return false
    return place.date > clock.today || (place.date === clock.today && place.start > clock.minute)
  })

  return {
    begin,
    open,
    add,
    duplicate,
    fill,
    nextGap,
    save,
    close,
    leave,
    discard,
    anchor,
    label,
    isAhead,
  }
}
