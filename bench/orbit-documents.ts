/**
 * ORBIT documents of any size. Each stage of ten steps has what real workflows have: a record,
 * data and order, a retry, timeouts, a fan-out, a step that may be skipped, a pause, and
 * compensations that read their own step and one far before it. No step has more dependencies
 * in a larger document.
 */

const STEPS_OF_A_STAGE = 10;

/** A valid document of about so many steps, rounded down to whole stages, at least one. */
export function orbitDocumentOfSteps(steps: number): string {
  const stages = Math.max(1, Math.floor(steps / STEPS_OF_A_STAGE));
  const numbers = Array.from({ length: stages }, (_, index) => index);
  return `${CONTRACTS}
workflow Stages {
    version "1.0.0"
    input { order: String, items: List<Item>, limit: Int }

${numbers.map(stageOf).join('')}
    return { payment: charge_${stages - 1}.payment, first: charge_0.payment }
}
`;
}

const CONTRACTS = `record Item { sku: String, price: Float, note: String? }

task "orders.fetch" { input { order: String, after: String? } output { order: String, total: Float, count: Int } }
task "payments.charge" {
    input { order: String, amount: Float, tags: List<String> }
    output { payment: String }
    compensated_by "payments.refund"
}
task "payments.refund" { input { payment: String, order: String } }
task "stock.take" { input { item: Item, share: Int } output { place: String } compensated_by "stock.return" }
task "stock.return" { input { place: String, sku: String } }
task "mail.send" { input { to: String, text: String } }
`;

function stageOf(stage: number): string {
  const before = stage === 0 ? '' : `, after: charge_${stage - 1}.payment`;
  const far = Math.floor(stage / 2);
  return `    step fetch_${stage} {
        worker "orders.fetch"
        with { order: input.order${before} }
        timeout: 30s
        retry { attempts: 3, initial_delay: 500ms, max_delay: 30s }
    }
    step charge_${stage} {
        worker "payments.charge"
        with { order: fetch_${stage}.order, amount: fetch_${stage}.total * 1.2, tags: ["a", upper(input.order)] }
        idempotency_key: execution.id + "/charge/" + string(fetch_${stage}.count)
        compensate {
            worker "payments.refund"
            with { payment: charge_${stage}.payment, order: fetch_${far}.order }
            retry { attempts: 10 }
        }
    }
    step take_${stage} {
        worker "stock.take"
        for item in input.items
        max_parallel: 4
        after charge_${stage}
        with { item: item, share: fetch_${stage}.count / 2 }
        compensate { worker "stock.return" with { place: take_${stage}.place, sku: item.sku } }
    }
    step warn_${stage} {
        worker "mail.send"
        when fetch_${stage}.count > input.limit and fetch_${stage}.order != ""
        with { to: "ops@example.com", text: "order " + fetch_${stage}.order + " is large" }
    }
    step pause_${stage} { sleep 1m after take_${stage}, warn_${stage} }
    step signal_${stage} { await approval after pause_${stage} timeout: 2d }
    step note_${stage} { worker "mail.send" after signal_${stage} with { to: "a@example.com", text: if fetch_${stage}.count > 3 then "many" else "few" } }
    step copy_${stage} { worker "mail.send" after signal_${stage} with { to: "b@example.com", text: charge_${stage}.payment } }
    step count_${stage} { worker "mail.send" after note_${stage}, copy_${stage} with { to: "c@example.com", text: string(len(take_${stage})) } }
    step close_${stage} { sleep 5s after count_${stage} }
`;
}
