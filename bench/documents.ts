/**
 * HarnessXML documents of any size. Each stage of ten nodes has what real workflows have: data
 * and control edges, retries, timeouts, a decision, a guard, a join and a compensation. Size
 * grows with the number of nodes and nothing else: no node has more edges in a larger document.
 */

const NODES_OF_A_STAGE = 10;

/** A valid document of about so many nodes, rounded down to whole stages, at least one. */
export function documentOfNodes(nodes: number): string {
  const stages = Math.max(1, Math.floor(nodes / NODES_OF_A_STAGE));
  return documentOfStages(stages);
}

/** A valid document of about so many bytes: as many whole stages as fit, at least one. */
export function documentOfBytes(bytes: number): string {
  const few = 100;
  const bytesOfAStage = documentOfStages(few).length / few;
  return documentOfStages(Math.max(1, Math.floor(bytes / bytesOfAStage)));
}

function documentOfStages(stages: number): string {
  const numbers = Array.from({ length: stages }, (_, index) => index);
  return `<?xml version="1.0" encoding="UTF-8"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="stages" specVersion="1.0">
  <nodes>
${numbers.map(nodesOf).join('')}  </nodes>
  <edges>
${numbers.map((stage) => edgesOf(stage, stages)).join('')}  </edges>
</harness>
`;
}

function nodesOf(stage: number): string {
  return `    <node id="fetch_${stage}" type="task" impl="orders.fetch">
      <outputs>
        <output name="order" type="string"/>
      </outputs>
      <retry maxAttempts="3" initialDelay="PT0.5S" maxDelay="PT30S" retryOn="transient rate_limit"/>
      <timeout duration="PT30S" onTimeout="retry"/>
    </node>
    <node id="score_${stage}" type="transform" impl="orders.score">
      <inputs>
        <input name="order" type="string"/>
      </inputs>
      <outputs>
        <output name="risk" type="number"/>
      </outputs>
    </node>
    <node id="choose_${stage}" type="decision">
      <cases>
        <case when="\${score_${stage}.risk &gt;= 0.5}" to="charge_${stage}"/>
        <otherwise to="review_${stage}"/>
      </cases>
    </node>
    <node id="charge_${stage}" type="task" impl="payments.charge" idempotent="false">
      <outputs>
        <output name="payment" type="string"/>
      </outputs>
    </node>
    <node id="refund_${stage}" type="task" impl="payments.refund" compensates="charge_${stage}">
      <retry maxAttempts="5" backoff="fixed" initialDelay="PT1S" jitter="false"/>
    </node>
    <node id="review_${stage}" type="human">
      <timeout duration="P2D" onTimeout="skip"/>
    </node>
    <node id="settle_${stage}" type="barrier" joinPolicy="any"/>
    <node id="notify_${stage}" type="task" impl="mail.send">
      <inputs>
        <input name="text" type="string" required="false" value="order \${fetch_${stage}.order} is settled"/>
      </inputs>
      <guard when="\${score_${stage}.risk &lt; 10 and fetch_${stage}.order != null}"/>
      <timeout duration="PT10S" onTimeout="skip"/>
    </node>
    <node id="pause_${stage}" type="wait">
      <wait duration="PT1M"/>
    </node>
    <node id="record_${stage}" type="sink" impl="ledger.append"/>
`;
}

function edgesOf(stage: number, stages: number): string {
  const onward =
    stage + 1 < stages ? `    <edge from="record_${stage}" to="fetch_${stage + 1}"/>\n` : '';
  return `    <edge from="fetch_${stage}" to="score_${stage}" type="data" fromPort="order" toPort="order"/>
    <edge from="score_${stage}" to="choose_${stage}"/>
    <edge from="charge_${stage}" to="settle_${stage}"/>
    <edge from="charge_${stage}" to="refund_${stage}" type="compensation"/>
    <edge from="review_${stage}" to="settle_${stage}"/>
    <edge from="settle_${stage}" to="notify_${stage}"/>
    <edge from="settle_${stage}" to="pause_${stage}"/>
    <edge from="notify_${stage}" to="record_${stage}" type="dependency"/>
    <edge from="pause_${stage}" to="record_${stage}"/>
${onward}`;
}
