/** Two whole documents: a journey with a child workflow, and an import of many lines. */

export const JOURNEY = `// Books a journey; what is booked is undone when the traveller says no.
record Leg { from: String, to: String, price: Float }

task "seats.book" {
    input { from: String, to: String, note: String? }
    output { seat: String, price: Float }
    compensated_by "seats.cancel"
}

task "seats.cancel" {
    input { seat: String }
}

task "mail.send" {
    input { to: String, text: String }
}

workflow Remind {
    input { to: String, after_price: Float }

    step wait {
        sleep 2d
    }

    step mail {
        worker "mail.send"
        after wait
        with { to: input.to, text: "Still " + string(input.after_price) }
    }

    return { reminded: true }
}

workflow Journey {
    version "2.0.0"
    timeout: 30d
    input { traveller: String, legs: List<Leg>, budget: Float? }

    step book {
        worker "seats.book"
        for leg in input.legs
        max_parallel: 2
        with { from: leg.from, to: leg.to }
        timeout: 30s
        queue_timeout: 10s
        retry { attempts: 4, backoff: fixed, initial_delay: 500ms, jitter: true }
        using "airlines"
        compensate {
            worker "seats.cancel"
            with { seat: book.seat }
            idempotency_key: "cancel-" + book.seat + "-" + leg.to
        }
    }

    step confirm {
        await confirmation
        after book
        timeout: 7d
    }

    step remind {
        workflow Remind
        when input.budget != null and input.budget > 100.0
        with { to: input.traveller, after_price: input.budget }
        after confirm
    }

    step thank {
        worker "mail.send"
        after confirm
        with {
            to: input.traveller,
            text: if remind.reminded == null then "Thank you" else "Thank you for your patience",
        }
        idempotency_key: execution.id + "/thanks"
    }

    return { seats: book, half: len(input.legs) / 2, first: first(input.legs) }
}
`;

export const IMPORT = `task "lines.read" {
    input { file: UUID, at: Timestamp }
    output { lines: List<String>, totals: Map<String, Int>, meta: JSON }
}

task "line.store" {
    input { line: String, share: Float, pause: Duration, tags: List<String> }
}

workflow Import {
    input { file: UUID }

    step read {
        worker "lines.read"
        with { file: input.file, at: "2026-04-26T12:00:00Z" }
    }

    step store {
        worker "line.store"
        for line in slice(read.lines, 1)
        with {
            line: upper(line),
            share: coalesce(read.totals["all"], 0) / 2.0,
            pause: 2 * 90s,
            tags: [input.file, read.meta.kind, "import"],
        }
    }

    return sum(values(read.totals))
}
`;

/** The second document of the page on compensation: its undo reads a step that may not have run. */
export const UNDO = `task "a.run" {
    input { n: Int }
    output { v: Int }
}

task "a.undo" {
    input { v: Int }
    output { ok: Bool }
}

workflow Undo {
    version "1.0.0"
    step first { worker "a.run" with { n: 1 } }
    step second {
        worker "a.run"
        with { n: 2 }
        compensate { worker "a.undo" with { v: first.v } }
    }
}
`;
